import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'privacy',
	'command.privacy.description': 'Guarda, esporta o cancella ciò che il bot ha salvato su di te',
	'privacy.title': 'Ciò che è salvato su di te',
	'privacy.account': 'Il tuo id utente di Discord, insieme a quanto segue: `{id}`',
	'privacy.claims':
		'**Acquisti: {count, number}** · articolo, licenza, date, i server in cui hai verificato e cosa è successo da allora. I codici sono cifrati.',
	'privacy.more': '… e altri {count, number}. Sono tutti nel file.',
	'privacy.former':
		'**Acquisti precedenti: {count, number}** · prodotto, tipo di licenza e ciò che ti nomina nella loro cronologia.',
	'privacy.misses':
		'**Codici sbagliati nell’ultimo giorno: {count, number}** · solo quando, mai ciò che hai scritto. Spariscono dopo un giorno.',
	'privacy.elsewhere':
		'Non salvati qui: i messaggi nel canale di registro di un server. Per quelli chiedi allo staff di quel server.',
	'privacy.export': 'Esporta come file',
	'privacy.exported': 'Questo è tutto ciò che è salvato su di te.',
	'privacy.delete': 'Cancella i miei dati',
	'privacy.confirmTitle': 'Cancellare i tuoi dati?',
	'privacy.confirm':
		'I tuoi acquisti e i loro ruoli spariscono, in ogni server di questo bot. I codici restano bloccati per tutti gli altri; tu puoi verificarli di nuovo. Non si può annullare.',
	'privacy.confirmButton': 'Cancella tutto',
	'privacy.keep': 'Tieni',
	'privacy.deleted':
		'Fatto. I tuoi dati sono cancellati e i ruoli spariscono tra un attimo. Di ogni codice resta solo un’impronta, così nessun altro può usarlo. Gli orari dei codici sbagliati e degli scollegamenti si cancellano da soli in un giorno.',
	'privacy.audit':
		'🗑️ <@{userId}> ha cancellato i propri dati salvati: gli acquisti e i loro ruoli non ci sono più',
	'privacy.exportLater': '⏳ I tuoi dati arrivano come file una volta al minuto. Riprova {when}.',
} satisfies Record<keyof typeof english, string>;
