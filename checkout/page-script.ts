/**
 * The one script of the payment pages. It works on marks in the markup: `data-copy` copies, `data-print` prints,
 * `data-countdown` counts down from the seconds given, `data-poll` asks a URL for `{"status": …}` every 3 s and
 * shows the block named by `data-when`. Written for any browser of the last years; no name leaks out.
 */
export const pageScript = `(function () {
  'use strict'
  var all = function (selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)) }

  all('[data-copy]').forEach(function (button) {
    var label = button.textContent
    var timer
    button.addEventListener('click', function () {
      var source = document.getElementById(button.getAttribute('data-copy'))
      copy(source).then(function () {
        button.textContent = button.getAttribute('data-done')
        clearTimeout(timer)
        timer = setTimeout(function () { button.textContent = label }, 2500)
      }, function () { select(source) })
    })
  })

  all('[data-print]').forEach(function (button) {
    button.addEventListener('click', function () { window.print() })
  })

  function copy(source) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(source.textContent)
    select(source)
    return document.execCommand('copy') ? Promise.resolve() : Promise.reject(new Error('copy refused'))
  }

  function select(source) {
    var range = document.createRange()
    range.selectNodeContents(source)
    var selection = window.getSelection()
    selection.removeAllRanges()
    selection.addRange(range)
  }

  var startedAt = performance.now()
  var countdown = document.querySelector('[data-countdown]')
  var ticking
  function tick() {
    var left = Number(countdown.getAttribute('data-countdown')) - (performance.now() - startedAt) / 1000
    countdown.textContent = clock(Math.max(0, Math.ceil(left)))
    if (left <= 0) { clearInterval(ticking); show('expired') }
  }
  function clock(seconds) {
    var days = Math.floor(seconds / 86400)
    if (days > 1) return days + ' dias'
    var hours = Math.floor(seconds / 3600)
    var two = function (n) { return (n < 10 ? '0' : '') + n }
    var rest = two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60)
    return hours > 0 ? hours + ':' + rest : rest
  }
  if (countdown) { tick(); ticking = setInterval(tick, 1000) }

  var shown = 'open'
  function show(status) {
    var isFinal = status === 'paid' || status === 'cancelled'
    // The time is over: an answer that was on its way when it ended does not bring it back.
    if (shown === 'expired' && status === 'open') return isFinal
    if (status === shown || !document.querySelector('[data-when="' + status + '"]')) return isFinal
    shown = status
    all('[data-when]').forEach(function (block) { block.hidden = block.getAttribute('data-when') !== status })
    if (status !== 'open') clearInterval(ticking)
    return isFinal
  }

  var page = document.querySelector('[data-poll]')
  if (!page) return
  var waiting
  function poll() {
    clearTimeout(waiting)
    if (document.hidden) return
    fetch(page.getAttribute('data-poll'), { headers: { accept: 'application/json' }, cache: 'no-store' })
      .then(function (response) { return response.ok ? response.json() : undefined })
      .then(function (answer) { return answer ? show(answer.status) : false }, function () { return false })
      .then(function (isFinal) {
        if (isFinal && page.hasAttribute('data-reload')) return location.reload()
        if (!isFinal) { clearTimeout(waiting); waiting = setTimeout(poll, 3000) }
      })
  }
  document.addEventListener('visibilitychange', poll)
  waiting = setTimeout(poll, 3000)
})()
`
