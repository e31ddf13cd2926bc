import type { Call, Command, Option } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { program } from '../help.ts';
import { UsageError, write } from '../shell.ts';

export async function run({ commands, words, shell, signal }: Call): Promise<number> {
  const script = scripts[words[0] ?? ''];
  if (!script) throw new UsageError(`There is completion for ${Object.keys(scripts).join(', ')}, and not for ${words[0]}.`);
  await write(shell.stdout, script(commands), signal);
  return exitCodes.done;
}

const names = (all: readonly Command[]): string => all.map(({ name }) => name).join(' ');
const optionsOf = ({ options }: Command): [string, Option][] => Object.entries(options);
/** All ways to write an option. */
const spellings = ([name, { short }]: [string, Option]): string[] => [`--${name}`, ...(short ? [`-${short}`] : [])];
/** For single quotes of bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const bash = (all: readonly Command[]): string => {
  const valued = all.flatMap((command) =>
    optionsOf(command)
      .filter(([, { value }]) => value)
      .map((option) => {
        const [, { values, isFile }] = option;
        const replies = values ? `compgen -W ${quoted(values.join(' '))} --` : isFile ? 'compgen -f --' : ':';
        const cases = spellings(option).map((spelling) => `"${command.name} ${spelling}"`);
        return `    ${cases.join('|')}) COMPREPLY=($(${replies} "$current")); return ;;`;
      }),
  );
  const plain = all.map((command) => {
    const { name, values = [], takesFiles } = command;
    const known = [...values, ...optionsOf(command).flatMap(spellings)].join(' ');
    return `    ${name}) COMPREPLY=($(compgen -W ${quoted(known)}${takesFiles ? ' -f' : ''} -- "$current")) ;;`;
  });
  return `_company_registry() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${all.map(({ name }) => name).join('|')}) command=$word; break ;; esac
  done
  case "$command $previous" in
${valued.join('\n')}
  esac
  case $command in
${plain.join('\n')}
    *) COMPREPLY=($(compgen -W ${quoted(`${names(all)} --help --version`)} -- "$current")) ;;
  esac
}
complete -F _company_registry ${program}
`;
};

/** Brackets and colons have a meaning in the specifications of zsh. */
const bare = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');

const zsh = (all: readonly Command[]): string => {
  const specification = ([name, { value, values, isFile, short, says }]: [string, Option]): string => {
    const action = value ? `:${bare(value)}:${values ? `(${values.join(' ')})` : isFile ? '_files' : ' '}` : '';
    const one = (spelling: string) =>
      quoted(`${spelling}${value && spelling.startsWith('--') ? '=' : ''}[${bare(says)}]${action}`);
    return [`--${name}`, ...(short ? [`-${short}`] : [])].map(one).join(' ');
  };
  const cases = all.map((command) => {
    const { name, values, takesFiles } = command;
    const words = values ? `'*:: :(${values.join(' ')})'` : takesFiles ? `'*: :_files'` : `'*: : '`;
    return `    ${name})\n      _arguments \\\n        ${[...optionsOf(command).map(specification), words].join(' \\\n        ')} ;;`;
  });
  const described = all.map(({ name, says }) => `    ${quoted(`${name}:${bare(says)}`)}`);
  return `#compdef ${program}
_company_registry() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_company_registry" ]; then _company_registry "$@"; else compdef _company_registry ${program}; fi
`;
};

const fish = (all: readonly Command[]): string => {
  const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const first = `complete -c ${program} -n __fish_use_subcommand -f`;
  const lines = all.flatMap((command) => {
    const { name, says, values, takesFiles } = command;
    const inside = `complete -c ${program} -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `${first} -a ${name} -d ${quote(says)}`,
      ...(values ? [`${inside} -f -a ${quote(values.join(' '))}`] : takesFiles ? [] : [`${inside} -f`]),
      ...optionsOf(command).map(([option, { value, values: known, isFile, short, says: text }]) => {
        const takes = known ? ` -xa ${quote(known.join(' '))}` : isFile ? ' -rF' : value ? ' -x' : '';
        return `${inside} -l ${option}${short ? ` -s ${short}` : ''}${takes} -d ${quote(text)}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
};

const scripts: Readonly<Record<string, (all: readonly Command[]) => string>> = { bash, zsh, fish };
