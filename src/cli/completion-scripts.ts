/** The words that may follow a command, such as `keys` or `keys create`. */
export interface Completion {
  /** Empty for the program itself. */
  readonly path: string
  readonly words: readonly CompletionWord[]
}

export interface CompletionWord {
  readonly word: string
  readonly description: string
}

/** Each script walks the words of the line to the command, and offers what may follow it. */
export const bashScript = (completions: readonly Completion[]): string => `# bash: guiche
_guiche() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${stepsOf(completions)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${completions
  .map(
    ({ path, words }) =>
      `    ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`,
  )
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _guiche guiche`

export const zshScript = (completions: readonly Completion[]): string => `#compdef guiche
_guiche() {
  local line="" word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$line $word" in
      ${stepsOf(completions)}) line="\${line:+$line }$word" ;;
    esac
  done
  case "$line" in
${completions
  .map(({ path, words }) => `    ${quoted(path)}) offered=(${words.map(zshWord).join(' ')}) ;;`)
  .join('\n')}
  esac
  _describe guiche offered || _files
}
compdef _guiche guiche`

export const fishScript = (completions: readonly Completion[]): string => `# fish: guiche
function __guiche_path
  set -l path ''
  for word in (commandline -opc)[2..]
    if contains -- "$path $word" ${stepsOf(completions).replaceAll('|', ' ')}
      set path (string trim -- "$path $word")
    end
  end
  echo -- $path
end
${completions
  .flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      const isHere = `'test (__guiche_path) = "${path}"'`
      return `complete -c guiche -n ${isHere} ${what} -d ${quoted(description)}`
    }),
  )
  .join('\n')}`

/** The steps from a command to one below it: ' keys', 'keys create'. */
const stepsOf = (completions: readonly Completion[]): string =>
  completions
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path.includes(' ') ? path : ` ${path}`))
    .join('|')

const zshWord = ({ word, description }: CompletionWord): string =>
  quoted(`${word}:${description.replaceAll(':', '\\:')}`)

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
