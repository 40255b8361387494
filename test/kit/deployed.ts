import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

export const deployFolder = join(import.meta.dirname, '../../deploy')

/** A rule of `deploy/prometheus/alerts.yml`. */
export interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
  readonly for?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}
export type Alert = Rule & { readonly alert: string }

/** The files below `deploy/` that a page of docs/operating copies from an installation. */
export function installedDeployFiles(): readonly string[] {
  const pages = globSync(join(deployFolder, '../docs/operating/*.md'))
  const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n')
  const copied = /^(?:cp|install) .*?(?:\/node_modules\/guiche\/deploy|\$deploy)\/(\S+)/gm
  return [...text.matchAll(copied)].flatMap(([, pattern = '']) => {
    const found = globSync(pattern, { cwd: deployFolder })
    return found.length > 0 ? found.map((file) => `deploy/${file}`) : [`deploy/${pattern}`]
  })
}

export const readDeployed = async (path: string): Promise<string> =>
  readFile(join(deployFolder, path), 'utf8')

export async function readRules(): Promise<readonly Rule[]> {
  const { groups } = parse(await readDeployed('prometheus/alerts.yml')) as {
    groups: readonly { readonly rules: readonly Rule[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}

export const alertsOf = (rules: readonly Rule[]): readonly Alert[] =>
  rules.filter((rule): rule is Alert => rule.alert !== undefined)

/** The text of docs/operating/alerts.md about each alert. */
export async function readRunbooks(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(join(deployFolder, '../docs/operating/alerts.md'), 'utf8')
  const sections = page.split(/^(?=#{2,3} )/m)
  return new Map(
    sections.flatMap((section) => {
      const [, name] = /^### (\w+)$/m.exec(section) ?? []
      return name === undefined ? [] : [[name, section] as const]
    }),
  )
}
