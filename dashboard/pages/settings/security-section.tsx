import { Stack } from '@mantine/core'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { LoginsCard } from './logins-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'

/** How the person signs in, and where they are signed in. */
export function SecuritySection() {
  return (
    <Stack gap="lg">
      <PasswordCard />
      <AuthenticatorCard />
      <PasskeysCard />
      <LoginsCard />
    </Stack>
  )
}
