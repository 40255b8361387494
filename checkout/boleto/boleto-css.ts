import {
  chargeHeightMm,
  chargeLabels,
  payerHeightMm,
  rightColumnMm,
  slipWidthMm,
} from './slip-fields.ts'

/**
 * Every width and height that a box may have: the policy of the page forbids styles in an element.
 */
const boxSizes = [
  ...[15, 19, 29, 31, 34, 38, 44, 48, 50, 132].map((width) => `.w${width}{width:${width}mm}`),
  ...[8, 11].map((height) => `.h${height}{height:${height}mm}`),
].join('')

export const boletoCss = `
.way{margin-top:1.4rem;padding-top:1.4rem;border-top:1px dashed var(--line)}
.way .hint{margin-bottom:.9rem}
.actions{display:flex;gap:.75rem;margin-top:1.5rem}
.actions .button{flex:1}
#digitable-line{color:var(--ink);font-size:.85rem}
.foot strong{color:var(--ink)}
.card .facts{margin-top:1rem;padding-top:1rem;border-top:1px dashed var(--line)}
main.screen{padding-bottom:1.5rem}
.sheet-scroll{overflow-x:auto;padding:0 1rem 3rem}
.sheet{position:relative;width:calc(${slipWidthMm}mm + 16mm);padding:8mm;margin:0 auto;
  background:#fff;border:1px solid var(--line);border-radius:6px;color:#000;
  font:8.5pt/1.25 Arial,"Helvetica Neue",Helvetica,"Liberation Sans","DejaVu Sans",sans-serif}
.part{width:${slipWidthMm}mm}
.head{display:flex;align-items:flex-end;height:9mm;border-bottom:.5mm solid #000;
  padding-bottom:.8mm;text-align:left}
.bank{flex:1;font-size:11.5pt;font-weight:700;line-height:1.15;padding-right:2mm;
  white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.bank-code{flex:none;font-size:14pt;font-weight:700;line-height:1;padding:.6mm 2mm;
  border-left:.4mm solid #000;border-right:.4mm solid #000;white-space:nowrap}
.head-line{flex:none;display:block;width:118mm;height:5.6mm;margin-left:2mm;font-size:48px;
  font-weight:700}
.part-name{flex:none;width:118mm;margin-left:2mm;text-align:right;font-size:9pt;font-weight:700}
.row{display:flex;border-bottom:.2mm solid #000}
.field{border-left:.2mm solid #000;padding:.5mm 1mm;overflow:hidden;min-width:0}
.row>.field:last-child,.charges .field{border-right:.2mm solid #000}
.field p{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.label{font-size:5.6pt;line-height:1.25;color:#333}
.value{font-size:8pt}
.right .value{text-align:right}
.strong .value{font-weight:700;font-size:9.5pt}
.instructions .instruction-text{flex:1}
.instruction-text p{white-space:normal}
.instructions .instruction-text{border-right:0}
.charges{width:${rightColumnMm}mm}
.charges .field{height:${chargeHeightMm}mm;border-bottom:.2mm solid #000}
.charges .field:last-child{border-bottom:0}
.instructions{height:${chargeHeightMm * chargeLabels.length + 0.2}mm}
.payer{height:${payerHeightMm}mm}
.payer .field{flex:1;position:relative}
.label.guarantor{font-size:7pt;position:absolute;left:1mm;bottom:.5mm;right:1mm}
.bar-row{display:flex;justify-content:space-between;align-items:flex-start;padding:2.5mm 0 0 5mm}
.bars{display:block;flex:none}
.authentication{font-size:6.5pt;text-align:right;padding-top:1mm}
.receipt-foot{display:flex;gap:4mm;justify-content:space-between;min-height:22mm;padding-top:1.5mm}
.receipt-text{min-width:0}
.receipt-text p{overflow-wrap:anywhere}
.receipt-text .label{margin-top:1mm}
.receipt-line{font-weight:700;font-variant-numeric:tabular-nums}
.receipt-pix{flex:none;text-align:center;font-size:7pt}
.receipt-pix .qr{width:38mm;border:0;border-radius:0;margin:0}
.cut{display:flex;align-items:center;gap:2mm;margin:7mm 0 6mm;font-size:6.5pt;color:#555}
.cut::before,.cut::after{content:"";flex:1;border-top:.2mm dashed #777}
.cut::before{flex:0 0 6mm}
${boxSizes}
@media screen and (max-width:52rem){.sheet-scroll{display:none}}
@page{size:A4 portrait;margin:12mm 14mm}
@media print{.sheet-scroll{overflow:visible;padding:0}
  .sheet{width:${slipWidthMm}mm;padding:0;margin:0;border:0;border-radius:0}
  *{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
`
