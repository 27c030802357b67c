import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Configura questo server\nOgni scelta viene salvata subito.',
	'setup.buyer': '**Ruolo di acquirente** · lo riceve chi ha un acquisto verificato',
	'setup.supported':
		'**Ruolo con assistenza** · resta finché almeno un acquisto ha l’assistenza (facoltativo)',
	'setup.audit':
		'**Canale di registro** · dove lo staff legge chi si è verificato e cosa è andato storto (facoltativo)',
	'setup.more':
		'**Altri ruoli** · per singoli prodotti, categorie o tipi di licenza (facoltativo): {count, plural, =0 {ancora nessuno} other {{count, number}}}',
	'setup.moreTroubles': '❌ Alcuni di questi ruoli non funzionano: vedi *Altri ruoli*.',
	'setup.former': '-# Un ruolo che sostituisci o rimuovi qui resta ai membri che ce l’hanno.',
	'setup.chooseRole': 'Scegli un ruolo',
	'setup.chooseChannel': 'Scegli un canale',
	'setup.moreButton': 'Altri ruoli',
	'setup.again': 'Controlla di nuovo',
	'setup.unavailable':
		'⚠️ Discord al momento non dice nulla di questo server, quindi non è stato salvato nulla. Riprova più tardi.',
	'setup.missing': '⛔ Il ruolo `{roleId}` non è stato salvato: non esiste più.',
	'setup.everyone': '⛔ <@&{roleId}> non è stato salvato: ce l’hanno già tutti.',
	'setup.managed':
		'⛔ <@&{roleId}> non è stato salvato: appartiene a un bot o a un’integrazione e nessuno può darlo.',
	'setup.rules.title': '## Ruoli per prodotti, categorie e tipi di licenza',
	'setup.rules.how':
		'Aggiungine uno con `/configura prodotto`, `/configura categoria` o `/configura licenza`. Un acquisto dà ogni ruolo che gli corrisponde, oltre a quello di acquirente.',
	'setup.rules.none': 'Non ce ne sono ancora.',
	'setup.rules.page': '-# Pagina {page, number} di {pages, number}',
	'setup.rules.subject': '{kind, select, item {Prodotto} category {Categoria} other {Licenza}} **{name}**',
	'setup.rules.option': '{kind, select, item {Prodotto} category {Categoria} other {Licenza}}: {name}',
	'setup.rules.remove': 'Rimuovine uno',
	'setup.rules.back': '‹ Indietro',
	'setup.rules.previous': 'Precedente',
	'setup.rules.next': 'Successiva',
	'setup.rules.saved': '✅ {subject}: gli acquirenti ora ricevono <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# Non si è ancora visto nessun acquisto con questo tipo di licenza. Va scritto come lo scrive il marketplace.',
	'setup.rules.unknownCategory':
		'Nessun prodotto ha questa categoria. Inizia a scrivere e scegline una dall’elenco.',
	'setup.rules.licenceIsCode':
		'Sembra un codice di acquisto, quindi non l’ho salvato. Un tipo di licenza è un nome come `regular` o `extended`.',
} satisfies Record<keyof typeof english, string>;
