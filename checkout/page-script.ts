/**
 * The only script of the payment pages. It uses attributes of the markup: `data-copy` copies,
 * `data-print` prints, `data-share` shares the address where the browser can, `data-countdown`
 * counts down the given seconds (`data-days` names days) and then shows the block
 * `data-when="over"` in place of `data-when="open"`. `data-status-url` on the body returns
 * `{"mark": …}`. It is polled every 3 s with `data-changing`, and each time the page becomes
 * visible. The script supports the browsers of recent years and adds no global name.
 */
export const pageScript = `(function () {
  'use strict'
  var all = function (selector) {
    return Array.prototype.slice.call(document.querySelectorAll(selector))
  }

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

  all('[data-share]').forEach(function (button) {
    if (!navigator.share) return
    button.hidden = false
    button.addEventListener('click', function () {
      // A payer who closes the sheet has shared nothing, and that is no error.
      navigator.share({ title: document.title, url: location.href }).catch(function () {})
    })
  })

  function copy(source) {
    if (navigator.clipboard && window.isSecureContext)
      return navigator.clipboard.writeText(source.textContent)
    select(source)
    return document.execCommand('copy')
      ? Promise.resolve()
      : Promise.reject(new Error('copy refused'))
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
    var elapsed = (performance.now() - startedAt) / 1000
    var left = Number(countdown.getAttribute('data-countdown')) - elapsed
    countdown.textContent = clock(Math.max(0, Math.ceil(left)))
    if (left <= 0) { clearInterval(ticking); end() }
  }
  // The time is over. A payment of the last second may still arrive: the page continues to query.
  function end() {
    all('[data-when]').forEach(function (block) {
      block.hidden = block.getAttribute('data-when') !== 'over'
    })
  }
  function clock(seconds) {
    var days = Math.floor(seconds / 86400)
    if (days > 1) return days + ' ' + countdown.getAttribute('data-days')
    var hours = Math.floor(seconds / 3600)
    var two = function (n) { return (n < 10 ? '0' : '') + n }
    var rest = two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60)
    return hours > 0 ? hours + ':' + rest : rest
  }
  if (countdown) { tick(); ticking = setInterval(tick, 1000) }

  // The server says what is true: the page is loaded anew as soon as it would read differently.
  var page = document.body
  var statusUrl = page.getAttribute('data-status-url')
  if (!statusUrl) return
  var isChanging = page.hasAttribute('data-changing')
  var waiting
  function ask() {
    clearTimeout(waiting)
    if (document.hidden) return
    fetch(statusUrl, { headers: { accept: 'application/json' }, cache: 'no-store' })
      .then(function (response) { return response.ok ? response.json() : undefined })
      .then(function (answer) {
        return answer !== undefined && answer.mark !== page.getAttribute('data-mark')
      })
      .then(function (isOther) { return isOther ? location.reload() : askLater() }, askLater)
  }
  function askLater() {
    clearTimeout(waiting)
    if (isChanging) waiting = setTimeout(ask, 3000)
  }
  document.addEventListener('visibilitychange', ask)
  askLater()
})()
`
