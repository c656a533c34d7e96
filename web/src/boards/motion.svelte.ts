// The motion of a board: what is to be seen right now on the way to the snapshot it was given.
import { onDestroy, untrack } from 'svelte'
import type { BoardProps } from '../board'
import { Player, type Script } from './player'

export class Motion<Picture> {
  picture: Picture
  /** How far the picture's step has got, 0 to 1; 1 at rest. */
  t = $state(1)
  /** How long the picture's step takes, in milliseconds; 0 at rest. */
  ms = $state(0)

  constructor(picture: Picture) {
    this.picture = $state.raw(picture)
  }

  get moves(): boolean {
    return this.ms > 0
  }
}

/** To be called while a board is set up. It calls `animationDone` for every snapshot, once. */
export function animate<View, Picture, Derived = unknown>(
  props: () => Pick<BoardProps<unknown, View, Derived>, 'snapshot' | 'view' | 'derived' | 'stepMs' | 'animationDone'>,
  script: Script<View, Picture, Derived>,
): Motion<Picture> {
  const motion = new Motion(untrack(() => script.still(props())))
  const player = new Player<View, Picture, Derived>(
    script,
    (picture, t, ms) => {
      motion.picture = picture
      motion.t = t
      motion.ms = ms
    },
    (n) => props().animationDone(n),
  )
  $effect.pre(() => {
    const { snapshot, view, derived } = props()
    untrack(() => player.show({ snapshot, view, derived }, props().stepMs))
  })
  // whoever wants no motion any more does not wait for what runs
  $effect.pre(() => {
    if (props().stepMs === 0) untrack(() => player.finish())
  })
  onDestroy(() => player.stop())
  return motion
}
