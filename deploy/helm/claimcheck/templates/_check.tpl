{{/* Every mistake at once, as the bot tells those in its settings. values.schema.json has told the simple ones before. */}}
{{- define "claimcheck.check" -}}
{{- $problems := list -}}
{{- $values := .Values.secrets.values -}}
{{- $kind := .Values.database.kind -}}
{{- $slices := int .Values.slices -}}
{{- $shards := int .Values.shards -}}
{{- if not .Values.image.repository -}}
{{- $problems = append $problems "image.repository is missing: the image that you built, or that of a release, such as ghcr.io/OWNER/claimcheck" -}}
{{- end -}}
{{- if not .Values.settings.MARKETPLACE_URL -}}
{{- $problems = append $problems "settings.MARKETPLACE_URL is missing: the address of the shop that you sell on, such as https://market.example" -}}
{{- end -}}
{{- $missing := list -}}
{{- range include "claimcheck.secretKeys" . | splitList "\n" -}}
{{- if not (get $values .) -}}{{- $missing = append $missing . -}}{{- end -}}
{{- end -}}
{{- $isGiven := or $values.discord_token $values.marketplace_api_key $values.claim_secret $values.database_url -}}
{{- if and .Values.secrets.existingSecret $isGiven -}}
{{- $problems = append $problems "secrets.existingSecret and secrets.values are both set: keep one of them" -}}
{{- else if and $isGiven $missing -}}
{{- $problems = append $problems (printf "secrets.values has no %s" (join ", " $missing)) -}}
{{- else if not (or $isGiven .Values.secrets.existingSecret) -}}
{{- $problems = append $problems (printf "secrets.existingSecret is missing: a Secret with %s. README.md says how to make it" (join ", " $missing)) -}}
{{- end -}}
{{- /* Not in the schema, whose messages hold what was given. */ -}}
{{- range list "claim_secret" "new_claim_secret" -}}
{{- $length := len (get $values .) -}}
{{- if and (gt $length 0) (lt $length 32) -}}
{{- $problems = append $problems (printf "secrets.values.%s must have 32 characters or more" .) -}}
{{- end -}}
{{- end -}}
{{- if $values.database_url -}}
{{- $schemes := get (dict "sqlite" "none" "postgresql" "postgres(ql)?" "redis" "rediss?") $kind -}}
{{- if not (regexMatch (printf "^%s://." $schemes) $values.database_url) -}}
{{- $problems = append $problems (printf "secrets.values.database_url is none of database.kind %s" $kind) -}}
{{- end -}}
{{- end -}}
{{- if and (gt $slices 1) (eq $kind "sqlite") -}}
{{- $problems = append $problems (printf "slices is %d, but an SQLite file is for one pod alone: set database.kind to postgresql or redis" $slices) -}}
{{- end -}}
{{- if and (gt $slices 1) (eq $shards 0) -}}
{{- $problems = append $problems "shards is missing: how many there are in all, at least as many as slices; 16 is enough for 40,000 servers" -}}
{{- else if and (gt $slices $shards) (gt $shards 0) -}}
{{- $problems = append $problems (printf "shards is %d, but each of the %d slices needs one" $shards $slices) -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "\n\nClaimcheck can't be installed like this:\n- %s\n" (join "\n- " $problems)) -}}
{{- end -}}
{{- end -}}
