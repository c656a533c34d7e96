// The notification that it is one's turn at a table: at most one, and put away once it is no news any more.
export class TurnNotice {
  private shown: Promise<void> = Promise.resolve()
  private own: Notification | null = null // where there is no service worker

  /** `path` is the table's; a click on the notification leads there. */
  constructor(private readonly path: string) {}

  show(title: string): void {
    this.shown = this.display(title).catch(() => undefined) // the tab's title says it, too
  }

  /** Also one that is only about to be shown, or that this table showed before it was loaded anew. */
  async putAway(): Promise<void> {
    await this.shown
    this.own?.close()
    this.own = null
    const worker = await navigator.serviceWorker?.getRegistration()
    for (const notification of (await worker?.getNotifications?.({ tag: this.path })) ?? []) notification.close()
  }

  private async display(title: string): Promise<void> {
    const options = { tag: this.path, icon: '/icon-192.png' }
    // phones allow it to the service worker only
    const worker = await navigator.serviceWorker?.getRegistration()
    if (worker) return worker.showNotification(title, options)
    this.own = new Notification(title, options)
    this.own.onclick = () => {
      focus()
      void this.putAway()
    }
  }
}
