/** The shells that can be completed. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** One of {@link SHELLS}. */
export type Shell = (typeof SHELLS)[number];

/**
 * The script that makes a shell ask the program. It holds no words itself, so it fits every version of the program: on each request the
 * shell gives the words typed so far to `cmd complete`, which answers with a line for each candidate, `word`, tab, `meaning`, and with
 * `:files` or `:folders` where the shell is to look for those.
 */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of cmd for bash. In ~/.bashrc: source <(cmd completion bash)
_cmd_mods_complete() {
  local line current=\${COMP_LINE:0:COMP_POINT} head word
  local IFS=$' \\t\\n'
  # Bash takes words apart at : and =, which belong to sources and options here.
  read -ra words <<< "$current"
  [[ $current == *[[:space:]] ]] && words+=("")
  word=\${words[\${#words[@]} - 1]}
  # What bash thinks it completes begins behind the last of those marks.
  head=\${word%"\${COMP_WORDS[COMP_CWORD]}"}
  [[ \${COMP_WORDS[COMP_CWORD]} == [:=] ]] && head=$word
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames 2> /dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${word#"$head"}") ;;
      :folders) compopt -o filenames 2> /dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "\${word#"$head"}") ;;
      *)
        line=\${line%%$'\\t'*}
        [[ $line == "$word"* ]] || continue
        line=\${line#"$head"}
        COMPREPLY+=("$(printf '%q' "$line")")
        ;;
    esac
  done < <("\${words[0]}" complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _cmd_mods_complete cmd cmdc
`,
  zsh: `#compdef cmd cmdc
# Completion of cmd for zsh. In ~/.zshrc, after compinit: source <(cmd completion zsh)
_cmd_mods_complete() {
  local line word meaning
  local -a found
  while IFS= read -r line; do
    case $line in
      :files) _files ;;
      :folders) _files -/ ;;
      *)
        word=\${line%%$'\\t'*}
        meaning=\${line#*$'\\t'}
        found+=("\${word//:/\\\\:}:\${meaning}")
        ;;
    esac
  done < <("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)
  (( \${#found} )) && _describe 'cmd' found
}
compdef _cmd_mods_complete cmd cmdc
`,
  fish: `# Completion of cmd for fish. In ~/.config/fish/config.fish: cmd completion fish | source
function __cmd_mods_complete
    set -l typed (commandline -xpc 2> /dev/null; or commandline -opc)
    set -l last (commandline -ct)
    for line in ($typed[1] complete -- $typed[2..-1] "$last" 2> /dev/null)
        switch $line
            case :files
                __fish_complete_path "$last"
            case :folders
                __fish_complete_directories "$last" ''
            case '*'
                echo $line
        end
    end
end
for name in cmd cmdc
    # fish knows another program of this name: what it has is loaded, and then taken out.
    complete -C "$name " > /dev/null 2>&1
    complete -c $name -e
    complete -c $name -f -a '(__cmd_mods_complete)'
end
`,
  powershell: `# Completion of cmd for PowerShell. In $PROFILE: cmdc completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName cmd, cmdc -ScriptBlock {
  param($last, $line, $position)
  $typed = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  $name, $rest = $typed
  & cmdc complete -- @rest "$last" 2> $null | Where-Object { $_ -notlike ':*' } | ForEach-Object {
    $word, $meaning = $_ -split "\`t", 2
    if ($word -like "$last*") {
      if (-not $meaning) { $meaning = $word }
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $meaning)
    }
  }
}
`,
};
