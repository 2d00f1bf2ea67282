#!/bin/sh
# A robot in shell, over HTTP alone. It sits down at a table of any game, makes its first legal action each time it has
# to decide, and ends with the first result. The stream of the table keeps the robot present; it needs curl and jq.
#   sh first_card.sh http://127.0.0.1:8000 TOKEN TABLE SEAT
set -eu
[ $# -eq 4 ] || { echo "usage: sh first_card.sh URL TOKEN TABLE SEAT" >&2; exit 2; }
token=$2 at=$1/v1/tables/$3 seat=$4

ask() {
  curl --silent --show-error --header "authorization: Bearer $token" --header "content-type: application/json" "$@"
}

sat=$(ask --data "{\"seat\": $seat}" "$at/sit")
[ "$(echo "$sat" | jq -r .t)" = done ] || { echo "$sat" >&2; exit 1; }

# Plays over one stream. Returns 0 after the first result, and 1 if the stream has ended before it.
play() {
  n=0 answered=
  while read -r line; do
    # The first line of a stream tells the number of the last action; an empty line only keeps the stream open.
    case $line in
      '{"t":"done"'*) n=$(echo "$line" | jq '.n // 0') ;;
      '{"t":"view"'* | '{"t":"patch"'*) ;;
      *) continue ;;
    esac
    shown=$(ask "$at?as=seat")
    if [ "$(echo "$shown" | jq '.view.pub.result != null')" = true ]; then
      echo "$shown" | jq -c .view.pub.result
      ask --data '{}' "$at/stand" >/dev/null
      return 0
    fi
    decision=$(echo "$shown" | jq -r '.view.own.decision // ""')
    [ -n "$decision" ] && [ "$decision" != "$answered" ] || continue
    act=$(echo "$shown" | jq -c "{n: ($n + 1), decision: .view.own.decision, action: .actions[0]}")
    told=$(ask --data "$act" "$at/act")
    if [ "$(echo "$told" | jq -r .t)" = done ]; then
      n=$((n + 1)) answered=$decision
    else
      echo "$told" >&2
    fi
  done
  return 1
}

# curl complains when the robot has read enough.
until ask --no-buffer "$at/stream?as=seat" 2>/dev/null | play; do
  echo "the connection was lost; connecting again" >&2
  sleep 1
done
