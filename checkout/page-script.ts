/**
 * The only script of the payment pages. It uses attributes of the markup: `data-copy` copies,
 * `data-print` prints, `data-share` shares the address where the browser can, `data-countdown`
 * counts down the given seconds (`data-days` names days) and then shows the block
 * `data-when="over"` in place of `data-when="open"`. `data-status-url` on the body returns
 * `{"mark": …}`. It is polled each time the page becomes visible, and every 3 s with
 * `data-changing`, unless the stream of `data-events-url` is open. `data-next` is opened after
 * `data-next-seconds`. The script supports the browsers of recent years and adds no global name.
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

  var next = document.body.getAttribute('data-next')
  if (next) setTimeout(function () {
    location.replace(next)
  }, 1000 * Number(document.body.getAttribute('data-next-seconds')))

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
        if (answer === undefined || !show(answer)) askLater()
      })
      .catch(askLater)
  }
  function show(answer) {
    var isOther = answer.mark !== page.getAttribute('data-mark')
    if (isOther) location.reload()
    return isOther
  }
  function askLater() {
    clearTimeout(waiting)
    if (isChanging && !stream) waiting = setTimeout(ask, 3000)
  }

  // The stream needs no polling. It ends after a while, or the network breaks it: then the page
  // polls, and opens another one when it becomes visible again.
  var stream
  function follow() {
    var url = page.getAttribute('data-events-url')
    if (stream || !url || !window.EventSource) return
    stream = new EventSource(url)
    stream.onmessage = function (message) { show(JSON.parse(message.data)) }
    stream.onerror = function () {
      stream.close()
      stream = undefined
      askLater()
    }
  }
  document.addEventListener('visibilitychange', function () {
    ask()
    if (!document.hidden) follow()
  })
  follow()
  askLater()
})()
`
