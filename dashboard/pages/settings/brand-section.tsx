import { Alert, Button, ColorInput, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { BrandWire, PutBrandRequest } from '../../../contract/brand.ts'
import { type LogoType, logoTypes, maxLogoBytes } from '../../../contract/logo.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMay, useMembership } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FileChoice } from '../../parts/file-choice.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { BrandPreview } from './brand-preview.tsx'
import { brandTexts } from './brand-texts.ts'

const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: ({ signal }) => call<BrandWire>('GET', '/api/user/brand', { signal }),
})

/** How the account looks on the pages of its payers. */
export default function BrandSection() {
  const { data: brand, error, refetch } = useQuery(brandQuery)
  if (error && !brand) return <Failure error={error} retry={refetch} />
  if (!brand) return <RowsSkeleton rows={6} />
  return <BrandForm key={brand.updatedAt} brand={brand} />
}

interface Values {
  name: string
  color: string
  logo: BrandWire['logo']
}

type BrandFormState = UseFormReturnType<Values>

function BrandForm({ brand }: { readonly brand: BrandWire }) {
  const t = useTexts(brandTexts)
  const account = useMembership()?.accountName ?? ''
  const mayWrite = useMay().atAccount('brand:write')
  const initial = { name: brand.name ?? '', color: brand.color ?? '', logo: brand.logo }
  const form = useForm<Values>({
    initialValues: initial,
    validate: { color: (color) => (color === '' || isColor(color) ? null : t.badColor) },
  })
  const save = useChange(
    (values: Values) =>
      call<BrandWire>('PUT', '/api/user/brand', { body: changesOf(initial, values) }),
    { done: t.saved },
  )
  const submit = form.onSubmit((values) =>
    save.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  )
  const { name, color, logo } = form.values
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Card title={t.title} lead={t.lead}>
        <form onSubmit={submit}>
          <fieldset disabled={!mayWrite} style={{ border: 0, padding: 0, margin: 0 }}>
            <Stack>
              {!mayWrite && (
                <Alert variant="light" color="gray">
                  {t.readOnly}
                </Alert>
              )}
              <TextInput
                label={t.name}
                description={t.nameHint(account)}
                maxLength={60}
                {...form.getInputProps('name')}
              />
              <ColorInput
                label={t.color}
                description={t.colorHint}
                placeholder="#0b6e4f"
                format="hex"
                withEyeDropper={false}
                swatches={swatches}
                swatchesPerRow={swatches.length}
                disabled={!mayWrite}
                {...form.getInputProps('color')}
              />
              <LogoField form={form} mayWrite={mayWrite} />
              {save.error && <Failure error={save.error} />}
              {mayWrite && (
                <Group justify="flex-end">
                  <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                    {t.save}
                  </Button>
                </Group>
              )}
            </Stack>
          </fieldset>
        </form>
      </Card>
      <BrandPreview
        name={name.trim() || account}
        {...(isColor(color) && { color })}
        {...(logo && { logo: addressOf(logo) })}
      />
    </SimpleGrid>
  )
}

function LogoField({
  form,
  mayWrite,
}: {
  readonly form: BrandFormState
  readonly mayWrite: boolean
}) {
  const t = useTexts(brandTexts)
  const { logo } = form.values
  const choose = async (file: File) => {
    const type = logoTypes.find((each) => each === file.type)
    if (type === undefined) return form.setFieldError('logo', t.notPicture)
    if (file.size > maxLogoBytes) return form.setFieldError('logo', t.tooLarge(kilobytes))
    form.setFieldValue('logo', await logoFrom(file, type))
  }
  return (
    <Stack gap={6}>
      <div>
        <Text size="sm" fw={500}>
          {t.logo}
        </Text>
        <Text size="xs" c="dimmed">
          {t.logoHint(kilobytes)}
        </Text>
      </div>
      <Group gap="sm">
        {logo && (
          <img
            src={addressOf(logo)}
            alt={t.logo}
            height={48}
            style={{ maxWidth: 160, objectFit: 'contain' }}
          />
        )}
        {mayWrite && (
          <FileChoice accept={logoTypes} onChoose={(file) => void choose(file)}>
            {logo ? t.replace : t.choose}
          </FileChoice>
        )}
        {mayWrite && logo && (
          <Button variant="subtle" onClick={() => form.setFieldValue('logo', null)}>
            {t.remove}
          </Button>
        )}
      </Group>
      {form.errors.logo && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors.logo}
        </Text>
      )}
    </Stack>
  )
}

const kilobytes = maxLogoBytes / 1_024

/** Colors to begin with. */
const swatches = ['#0b6e4f', '#1d4ed8', '#6d28d9', '#be185d', '#c2410c', '#facc15', '#111827']

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The fields that differ. Null removes one. */
const changesOf = (before: Values, { name, color, logo }: Values): PutBrandRequest => ({
  ...(name !== before.name && { name: name.trim() || null }),
  ...(color !== before.color && { color: color || null }),
  ...(logo !== before.logo && { logo: logo?.content ?? null }),
})

/** The address of a picture in the page itself. */
const addressOf = ({ contentType, content }: NonNullable<BrandWire['logo']>): string =>
  `data:${contentType};base64,${content}`

async function logoFrom(file: File, contentType: LogoType): Promise<BrandWire['logo']> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return {
    contentType,
    content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
  }
}
