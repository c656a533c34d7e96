// Before anything is painted: the theme and the language that this device keeps.
try {
  const theme = JSON.parse(localStorage.getItem('periplo.theme') ?? '"system"')
  if (theme !== 'system') document.documentElement.dataset.theme = theme
  document.documentElement.lang = JSON.parse(localStorage.getItem('periplo.language') ?? '"en"')
} catch {
  // nothing kept: the system's own
}
