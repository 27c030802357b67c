{{/* What every pod of the bot has, whichever program it runs. Needs .root, .args, .shards and .hasData. */}}
{{- define "claimcheck.podBase" -}}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
serviceAccountName: {{ include "claimcheck.serviceAccountName" .root }}
# Nothing in it talks to Kubernetes.
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.podSecurityContext }}
securityContext: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    # SQLite sorts what is large in files of its own.
    emptyDir: { sizeLimit: 256Mi }
  - name: secrets
    secret:
      secretName: {{ include "claimcheck.secretName" .root }}
      # For the group of the pod, which fsGroup makes theirs.
      defaultMode: 0440
      items:
        {{- range include "claimcheck.secretKeys" .root | splitList "\n" }}
        - { key: {{ . }}, path: {{ . }} }
        {{- end }}
  {{- if .hasData }}
  - name: data
    persistentVolumeClaim:
      claimName: {{ .root.Values.persistence.existingClaim | default (include "claimcheck.fullname" .root) }}
  {{- end }}
  {{- with .root.Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- define "claimcheck.containerBase" -}}
name: claimcheck
image: {{ include "claimcheck.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: {{- toYaml .args | nindent 2 }}
env:
  {{- range $name, $value := .root.Values.settings }}
  {{- /* A number comes as floating point, and would be printed with an exponent. */}}
  {{- $text := ternary (printf "%.0f" (ternary $value 0.0 (kindIs "float64" $value))) (toString $value) (kindIs "float64" $value) }}
  {{- if $text }}
  - name: {{ $name }}
    value: {{ $text | quote }}
  {{- end }}
  {{- end }}
  - name: SHARDS
    value: {{ .shards | quote }}
  - name: HEALTH_PORT
    value: {{ int .root.Values.health.port | quote }}
  - name: HEALTH_HOST
    value: {{ .root.Values.health.host | quote }}
  {{- range include "claimcheck.secretKeys" .root | splitList "\n" }}
  - name: {{ upper . }}_FILE
    value: /run/secrets/claimcheck/{{ . }}
  {{- end }}
{{- with .root.Values.securityContext }}
securityContext: {{- toYaml . | nindent 2 }}
{{- end }}
resources: {{- toYaml .root.Values.resources | nindent 2 }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: secrets
    mountPath: /run/secrets/claimcheck
    readOnly: true
  {{- if .hasData }}
  - name: data
    mountPath: /data
  {{- end }}
  {{- with .root.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
