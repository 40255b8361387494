import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccountWire } from '../../../contract/account.ts'
import { type Setting, settingGroups } from '../../../contract/account-settings.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { accountTexts, openingTexts } from './accounts-texts.ts'
import { FirstKeys } from './first-keys.tsx'
import { SettingInput } from './setting-input.tsx'
import { useSettingText } from './setting-text.ts'
import { settingTexts } from './setting-texts.ts'
import { bodyOf, isEmptied, type Values } from './settings.ts'

const steps: readonly { readonly name: StepName; readonly settings: readonly Setting[] }[] = [
  { name: 'who', settings: settingGroups.identity },
  {
    name: 'providers',
    settings: [
      ...settingGroups.providers,
      ...settingGroups.methods.filter(({ path }) => path === 'methods.DEVICE_PAY'),
    ],
  },
  { name: 'prices', settings: settingGroups.prices },
  { name: 'limits', settings: [...settingGroups.limits, ...settingGroups.cashout.slice(0, 5)] },
  { name: 'review', settings: [] },
]
type StepName = 'who' | 'providers' | 'prices' | 'limits' | 'review'

const allSettings = steps.flatMap(({ settings }) => settings)

/** Opens an account, step by step. Nothing is created before the last one. */
export default function NewAccountPage() {
  const t = useTexts(openingTexts)
  const names = useTexts(accountTexts)
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const [document, setDocument] = useState('')
  const [values, setValues] = useState<Values>({})
  const [account, setAccount] = useState<AccountWire>()
  const body = { document: document.trim(), ...bodyOf(allSettings, values) }
  const open = useChange(() => call<AccountWire>('POST', '/api/admin/accounts', { body }), {
    done: t.opened,
    onDone: setAccount,
  })
  const errors = fieldErrors(open.error)
  const step = steps[at]
  if (account)
    return (
      <Page title={account.name} back={{ to: '/operator/accounts', text: names.title }}>
        <FirstKeys
          account={account}
          onDone={() => void navigate({ to: '/operator/accounts/$id', params: { id: account.id } })}
        />
      </Page>
    )
  if (!step) return null
  const isLast = at === steps.length - 1
  // A setting without a value is left out; one that lacks a part cannot be sent.
  const unfinished = step.settings.filter(
    ({ path }) => values[path] !== undefined && isEmptied(values[path]),
  )
  return (
    <Page title={names.open} back={{ to: '/operator/accounts', text: names.title }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isLast) open.mutate(undefined)
          else setAt(at + 1)
        }}
      >
        <Stack maw={680}>
          <div>
            <Text size="sm" c="dimmed" mb={6}>
              {t.step(at + 1, steps.length)}
            </Text>
            <Progress value={((at + 1) / steps.length) * 100} aria-hidden />
          </div>
          <Card title={t[step.name]} lead={leadOf(step.name, t)}>
            <Stack key={step.name}>
              {step.name === 'who' && (
                <TextInput
                  label={names.document}
                  required
                  inputMode="numeric"
                  maxLength={24}
                  error={errors.document}
                  value={document}
                  onChange={(event) => setDocument(event.currentTarget.value)}
                />
              )}
              {step.settings.map((setting) => (
                <SettingInput
                  key={setting.path}
                  setting={setting}
                  value={values[setting.path]}
                  error={unfinished.includes(setting) ? names.valueNeeded : errors[setting.path]}
                  onChange={(value) => setValues({ ...values, [setting.path]: value })}
                />
              ))}
              {isLast && <Review document={document} values={values} />}
            </Stack>
          </Card>
          {open.error && <Failure error={open.error} />}
          <Group justify="space-between">
            <Button
              variant="default"
              disabled={at === 0}
              onClick={() => {
                setAt(at - 1)
              }}
            >
              {t.back}
            </Button>
            <Button type="submit" loading={open.isPending} disabled={unfinished.length > 0}>
              {isLast ? names.open : t.next}
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}

const leadOf = (
  name: StepName,
  t: Readonly<Record<'providersLead' | 'pricesLead' | 'defaults', string>>,
): string | undefined =>
  ({
    who: undefined,
    limits: t.defaults,
    providers: t.providersLead,
    prices: t.pricesLead,
    review: t.defaults,
  })[name]

/** Everything that was chosen. */
function Review({ document, values }: { readonly document: string; readonly values: Values }) {
  const t = useTexts(accountTexts)
  const names = useTexts(settingTexts)
  const textOf = useSettingText()
  const chosen = allSettings.filter(({ path }) => values[path] !== undefined)
  const isPrice = ({ path }: Setting) => path.startsWith('prices.')
  return (
    <Rows
      rows={[
        [t.document, document],
        ...chosen.map(
          (setting) =>
            [
              isPrice(setting) ? t.priceOf(names[setting.path]) : names[setting.path],
              textOf(setting, values[setting.path]),
            ] as const,
        ),
      ]}
    />
  )
}
