import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}> ha verificato {purchase}',
	'audit.returned': '🔁 <@{userId}> di nuovo qui con {purchase}',
	'audit.verifiedMany':
		'✅ {count, plural, one {# acquisto verificato} many {# acquisti verificati} other {# acquisti verificati}}: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ Acquisto di <@{userId}> non verificato: {reason} · riferimento `{reference}`',
	'audit.refused.invalid': 'il marketplace non conosce il codice',
	'audit.refused.taken': 'il codice appartiene a un altro membro',
	'audit.refused.uncheckable': 'non è stato possibile interrogare il marketplace',
	'audit.refusedMany': '⛔ Rifiuti: {count, number}',
	'audit.limit.member': '🛑 <@{userId}> ha inviato troppi codici sbagliati e deve aspettare',
	'audit.limit.guild':
		'🛑 Troppi codici sbagliati in questo server, l’ultimo da <@{userId}>: chi ne ha inviato uno aspetta qualche minuto',
	'audit.limit.lookup':
		'🛑 <@{userId}> ha cercato molti codici che qui nessuno ha verificato e deve attendere',
	'audit.rolesBlocked':
		'⚠️ Non è possibile dare i ruoli: {trouble} Gli acquisti sono registrati e i ruoli arriveranno da soli.',
	'audit.revoked':
		'↩️ L’acquisto di **{item}** da parte di <@{userId}> non è più valido e i suoi ruoli vengono rimossi',
	'audit.reinstated':
		'✅ L’acquisto di **{item}** da parte di <@{userId}> è di nuovo valido e i suoi ruoli tornano',
	'audit.renewed': '✅ <@{userId}> ha rinnovato l’assistenza di **{item}**',
	'audit.endedHere':
		'🔓 L’acquisto di **{item}** da parte di <@{userId}> non conta più in questo server e i suoi ruoli vengono rimossi',
	'audit.revokingStopped':
		'⚠️ Oggi più di {limit} acquisti sono diventati non validi. Sembra un disservizio o una chiave cambiata, quindi oggi non ne vengono ritirati altri. Controlla il marketplace.',
	'audit.setup': '⚙️ <@{userId}> ha modificato la configurazione: {change}',
	'audit.setup.buyerRole': 'il ruolo di acquirente ora è <@&{roleId}>',
	'audit.setup.supportedRole': 'il ruolo con assistenza ora è <@&{roleId}>',
	'audit.setup.noSupportedRole': 'non c’è più un ruolo con assistenza',
	'audit.setup.auditChannel': 'il canale di registro ora è <#{channelId}>',
	'audit.setup.noAuditChannel': 'non c’è più un canale di registro',
	'audit.setup.rule':
		'gli acquirenti {kind, select, item {del prodotto} category {della categoria} other {del tipo di licenza}} **{subject}** ora ricevono <@&{roleId}>',
	'audit.setup.noRule':
		'non c’è più un ruolo per {kind, select, item {il prodotto} category {la categoria} other {il tipo di licenza}} **{subject}**',
	'audit.badKey':
		'⚠️ Il marketplace non accetta la chiave API come quella di un autore. Nessuno può verificarsi finché MARKETPLACE_API_KEY non è giusta e il bot non viene riavviato.',
	'audit.answeredElsewhere':
		'⚠️ Risponde anche un altro bot con questo token. Se non ne hai avviato un secondo, qualcuno ha il token: creane uno nuovo nella pagina Bot dell’applicazione.',
	'audit.emptyStore':
		'⚠️ Il database è vuoto, anche se i comandi erano già registrati. Al primo avvio è normale. Se il bot era già in uso, fermalo e controlla DATABASE_URL: ogni codice conta come nuovo.',
	'audit.otherAccount':
		'⚠️ La chiave API ora appartiene a un altro account del marketplace: **{seen}**, non **{known}**. Nessun codice viene controllato e nulla viene revocato finché chi gestisce il bot non conferma il nuovo account con `npm run claims -- confirm-account` o imposta la `MARKETPLACE_API_KEY` giusta.',
	'audit.clockOff':
		'⚠️ L’orologio della macchina del bot è sfasato di {minutes, plural, one {# minuto} other {# minuti}}. Finché non torna giusto nulla viene revocato e nessun posto tenuto da parte torna disponibile: fai sincronizzare l’ora su quella macchina.',
	'audit.theRole': 'il ruolo',
	'audit.trouble.missing-permission': 'Mi serve il permesso **Gestisci ruoli** per {role}.',
	'audit.trouble.role-too-high':
		'{role} è sopra il mio ruolo. Trascina il mio ruolo più in alto in Impostazioni server → Ruoli.',
	'audit.trouble.no-buyer-role': 'non è impostato nessun ruolo di acquirente. Impostane uno.',
	'audit.trouble.role-missing': 'il ruolo `{roleId}` non esiste in questo server. Impostane un altro.',
	'audit.trouble.role-not-assignable':
		'{role} appartiene a un’integrazione e nessuno può darlo. Impostane un altro.',
	'audit.trouble.refused':
		'Discord rifiuta {role} e non dice perché. Se tra il bot e Discord c’è un proxy, controllalo.',
	'audit.trouble.guild-gone': 'Non sono più nel server. Invitami di nuovo.',
} satisfies Record<keyof typeof english, string>;
