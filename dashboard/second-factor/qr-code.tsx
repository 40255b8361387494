import encodeQR from 'qr'

/** A QR code, drawn in the page: the text goes to no other program. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
  const path = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    // Scanners expect dark on light, in both themes.
    <svg
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      width={200}
      height={200}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8 }}
    >
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}

const quiet = 3
