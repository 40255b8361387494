import { ActionIcon, Box, CopyButton, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

/** A text to copy: a command, an id, a body. */
export function Code({ children }: { readonly children: string }) {
  return (
    <Box
      component="pre"
      className="card code"
      p="sm"
      pr={44}
      m={0}
      w="100%"
      pos="relative"
      tabIndex={0}
      style={{ whiteSpace: 'pre-wrap' }}
    >
      {children}
      <Box pos="absolute" top={6} right={6}>
        <CopyText>{children}</CopyText>
      </Box>
    </Box>
  )
}

/** Copies a text. */
export function CopyText({ children }: { readonly children: string }) {
  const t = useTexts(partTexts)
  return (
    <CopyButton value={children}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t.copied : t.copy}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'guiche' : 'gray'}
            onClick={copy}
            aria-label={copied ? t.copied : t.copy}
          >
            {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** An id, short enough for a row, whole when copied. */
export function IdText({ children }: { readonly children: string }) {
  return (
    <span className="code" style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      {children}
      <CopyText>{children}</CopyText>
    </span>
  )
}
