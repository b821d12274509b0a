// The style sheet of a room that is loaded when somebody enters it.

export function useStyle(href) {
  const url = new URL(`../${href}`, import.meta.url).href
  if ([...document.styleSheets].some(sheet => sheet.href === url) || document.querySelector(`link[href="${url}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  document.head.append(link)
}
