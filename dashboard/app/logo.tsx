import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function Logo() {
  return (
    <Anchor
      underline="never"
      c="inherit"
      aria-label="Guichê"
      renderRoot={(props) => <Link to="/" {...props} />}
    >
      <Group gap={8} wrap="nowrap">
        <svg viewBox="0 0 32 32" width={26} height={26} aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="#0a7c4a" />
          <path
            d="M22 11.5A8 8 0 1 0 24 17h-7"
            fill="none"
            stroke="#fff"
            strokeWidth="3.2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <Text fw={700} fz="lg" visibleFrom="xs">
          Guichê
        </Text>
      </Group>
    </Anchor>
  )
}
