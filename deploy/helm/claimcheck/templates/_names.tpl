{{- define "claimcheck.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* 50 characters: a slice's number and a pod's own letters still have to fit into 63. */}}
{{- define "claimcheck.fullname" -}}
{{- $name := include "claimcheck.name" . -}}
{{- $own := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- .Values.fullnameOverride | default $own | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "claimcheck.selector" -}}
app.kubernetes.io/name: {{ include "claimcheck.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The pods that are the bot, without those that register its commands. */}}
{{- define "claimcheck.botSelector" -}}
{{ include "claimcheck.selector" . }}
app.kubernetes.io/component: bot
{{- end -}}

{{- define "claimcheck.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "claimcheck.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "claimcheck.secretName" -}}
{{- .Values.secrets.existingSecret | default (include "claimcheck.fullname" .) -}}
{{- end -}}

{{- define "claimcheck.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (ternary (include "claimcheck.fullname" .) "default" .Values.serviceAccount.create) -}}
{{- end -}}

{{- define "claimcheck.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* The files of the Secret, a name in each line: what they hold are the variables of the same name. */}}
{{- define "claimcheck.secretKeys" -}}
discord_token
marketplace_api_key
claim_secret
{{- if ne .Values.database.kind "sqlite" }}
database_url
{{- end }}
{{- if .Values.secrets.rotating }}
new_claim_secret
{{- end }}
{{- end -}}

{{/* The shards of slice .at of .slices, of .shards in all: every shard in one slice, and slices as even as can be. */}}
{{- define "claimcheck.shards" -}}
{{- if eq .shards 0 -}}
auto
{{- else -}}
{{- $first := div (mul .at .shards) .slices -}}
{{- $last := sub (div (mul (add1 .at) .shards) .slices) 1 -}}
{{- if eq $first $last -}}
{{ $first }}/{{ .shards }}
{{- else -}}
{{ $first }}-{{ $last }}/{{ .shards }}
{{- end -}}
{{- end -}}
{{- end -}}
