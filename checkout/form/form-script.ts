import { cardBrandRanges } from '../../src/brazil/card-brand.ts'
import { minInstallment } from '../../src/brazil/installments.ts'
import { formTexts } from '../texts/form-texts.ts'
import type { Language } from '../texts/language.ts'

/**
 * What the form does beyond HTML: spaces in numbers, the brand of a card as typed, totals and
 * installments with prices, and one sending at a time. The server decides everything.
 */
export const formScript = (language: Language): string =>
  `;(${script})(${JSON.stringify(dataFor(language))})`

function dataFor(language: Language) {
  const { onePart, parts, oddParts, payByCard, onePartOpen, partsOpen, payByCardOpen, ...t } =
    formTexts(language)
  return {
    language,
    minInstallment,
    brands: cardBrandRanges,
    names: { AMEX: 'American Express', HIPERCARD: 'Hipercard', MASTERCARD: 'Mastercard' },
    texts: {
      ...{ onePart, parts, oddParts, payByCard, onePartOpen, partsOpen, payByCardOpen },
      ...{ cvv: t.cvvHint, cvvFront: t.cvvHintFront },
    },
  }
}

const script = `function (data) {
  'use strict'
  var form = document.querySelector('.form')
  var byId = function (id) { return document.getElementById(id) }
  var on = function (element, type, act) { if (element) element.addEventListener(type, act) }
  var digitsOf = function (text) { return text.replace(/\\D/g, '') }

  var summary = byId('summary')
  if (summary) summary.focus()

  // A caret that is not at the end stays where it is: then nothing is rewritten.
  function mask(id, format) {
    var input = byId(id)
    on(input, 'input', function () {
      if (input.selectionStart === input.value.length) input.value = format(input.value)
    })
  }
  mask('cardNumber', function (text) {
    var digits = digitsOf(text).slice(0, 19)
    var groups = brandOf(digits) === 'AMEX' ? /^(\\d{4})(\\d{1,6})?(\\d{1,5})?/ : /(\\d{4})(?=\\d)/g
    if (groups.global) return digits.replace(groups, '$1 ')
    var found = groups.exec(digits)
    return found ? found.slice(1).filter(Boolean).join(' ') : digits
  })
  mask('cardExpiry', function (text) {
    if (/^\\d{1,2}\\s?\\/\\s?\\d*$/.test(text)) return text
    var digits = digitsOf(text).slice(0, 6)
    return digits.length > 2 ? digits.slice(0, 2) + '/' + digits.slice(2) : digits
  })

  function brandOf(digits) {
    for (var i = 0; i < data.brands.length; i++) {
      var isBrand = data.brands[i].ranges.some(function (range) {
        var start = digits.slice(0, range[0].length)
        return start.length === range[0].length && start >= range[0] && start <= range[1]
      })
      if (isBrand) return data.brands[i].brand
    }
    return ''
  }
  function showBrand() {
    var brand = brandOf(digitsOf(byId('cardNumber').value))
    byId('card-brand').textContent =
      data.names[brand] || brand.charAt(0) + brand.slice(1).toLowerCase()
    byId('cardCvv-hint').textContent = brand === 'AMEX' ? data.texts.cvvFront : data.texts.cvv
  }
  if (byId('cardNumber')) {
    on(byId('cardNumber'), 'input', showBrand)
    showBrand()
  }

  function fill(text, values) {
    return text.replace(/\\{(\\w+)\\}/g, function (_, name) { return values[name] })
  }
  function money(cents) {
    var whole = String(Math.floor(cents / 100)).replace(/\\B(?=(\\d{3})+$)/g, '.')
    var text = 'R$\\u00a0' + whole + ',' + ('0' + (cents % 100)).slice(-2)
    if (data.language === 'pt') return text
    return text.replace(/[.,]/g, function (mark) { return mark === '.' ? ',' : '.' })
  }
  // As the server reads an amount. Undefined: it would be refused.
  function centsOf(typed) {
    var text = typed.replace(/R\\$|\\s/g, '')
    var plain = /^(\\d{1,3}(\\.\\d{3})+|\\d+)(,\\d{1,2})?$/.test(text)
      ? text.replace(/\\./g, '').replace(',', '.')
      : /^(\\d{1,3}(,\\d{3})+|\\d+)(\\.\\d{1,2})?$/.test(text) ? text.replace(/,/g, '') : ''
    return plain && plain.length < 13 ? Math.round(Number(plain) * 100) : undefined
  }
  function total() {
    var kind = form.getAttribute('data-price')
    var unit = Number(form.getAttribute('data-unit'))
    if (kind === 'fixed') return unit
    if (kind === 'open') return centsOf(byId('amount').value)
    var count = Number(byId('quantity').value)
    return Number.isInteger(count) && count > 0 ? unit * count : undefined
  }
  function label(amount, count) {
    var t = data.texts
    if (amount === undefined)
      return fill(count === 1 ? t.onePartOpen : t.partsOpen, { count: count })
    var odd = amount % count
    var each = (amount - odd) / count
    if (count === 1) return fill(t.onePart, { each: money(each) })
    return fill(odd === 0 ? t.parts : t.oddParts, {
      count: count, more: money(each + 1), each: money(each)
    })
  }
  function showTotal() {
    var amount = total()
    var shown = document.querySelector('[data-total]')
    if (shown && amount !== undefined) shown.textContent = money(amount)
    form.setAttribute('data-amount', amount === undefined ? '' : amount)
    var pay = document.querySelector('[data-pay]')
    pay.textContent = amount === undefined
      ? data.texts.payByCardOpen
      : fill(data.texts.payByCard, { total: money(amount) })
    showInstallments(amount)
  }
  function showInstallments(amount) {
    var select = byId('installments')
    if (!select) return
    var most = Number(form.getAttribute('data-installments'))
    if (amount !== undefined)
      most = Math.max(1, Math.min(most, Math.floor(amount / data.minInstallment)))
    var chosen = Math.min(Number(select.value) || 1, most)
    select.textContent = ''
    for (var count = 1; count <= most; count++)
      select.add(new Option(label(amount, count), String(count), false, count === chosen))
  }
  if (form.getAttribute('data-price') !== 'fixed') {
    on(byId('amount'), 'input', showTotal)
    on(byId('quantity'), 'input', showTotal)
    showTotal()
  }

  var button = form.querySelector('button[type="submit"]')
  var text = button.innerHTML
  on(form, 'submit', function (event) {
    if (button.getAttribute('aria-disabled')) return event.preventDefault()
    button.setAttribute('aria-disabled', 'true')
    button.textContent = button.getAttribute('data-busy')
  })
  // A page that comes back by the button of the browser can be sent again.
  on(window, 'pageshow', function (event) {
    if (!event.persisted) return
    button.removeAttribute('aria-disabled')
    button.innerHTML = text
  })
}`
