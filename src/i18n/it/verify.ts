import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'Questo non è un codice di acquisto',
	'verify.notACode':
		'Un codice ha questo aspetto: `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. Lo trovi nell’e-mail della ricevuta e nella pagina dei download del negozio.\n\nUn numero d’ordine o la chiave di licenza di un altro negozio qui non funziona.',
	'verify.invalidTitle': 'Codice di acquisto non valido',
	'verify.invalid':
		'Il negozio non conosce questo codice. Copialo ancora una volta dalla ricevuta, intero e senza modifiche: basta una lettera mancante.\n\nSe l’acquisto è stato rimborsato, il suo codice non funziona più. Ancora problemi? Mostra allo staff questo riferimento, **mai il codice stesso**.',
	'verify.takenTitle': 'Questo codice è già in uso',
	'verify.taken':
		'Un altro membro si è verificato con questo codice, e un codice vale per una persona. Se l’acquisto è tuo, chiedi allo staff e mostra questo riferimento, **mai il codice stesso**.',
	'verify.limitedTitle': 'Troppi codici sbagliati',
	'verify.limited':
		'Riprova {when}. Intanto cerca il codice giusto: è nell’e-mail della ricevuta e nella pagina dei download del negozio.',
	'verify.busyTitle': 'I tuoi codici sono ancora in fase di controllo',
	'verify.busy':
		'Attendi le risposte ai codici che hai già inviato, poi invia il prossimo. Questo non è stato controllato e non conta.',
	'verify.oftenTitle': 'Troppi codici in poco tempo',
	'verify.often': 'Il marketplace viene interrogato solo per pochi codici alla volta. Riprova {when}.',
	'verify.verifiedTitle': 'Acquisto verificato',
	'verify.returningTitle': 'Che bello rivederti',
	'verify.verified': '**{item}** ora qui è tuo. Grazie per l’acquisto!',
	'verify.returning': '**{item}** è già tuo.',
	'verify.renewedTitle': '✅ Assistenza rinnovata',
	'verify.renewed': '**{item}** ha l’assistenza fino al {date} ({when}).',
	'verify.licence': 'Licenza',
	'verify.support': 'Assistenza',
	'verify.supportNone': 'non inclusa',
	'verify.supportUntil': 'fino al {date}',
	'verify.supportEnded': 'terminata il {date}',
	'verify.roleGranted': 'Hai il ruolo di acquirente.',
	'verify.roleWaiting':
		'Il tuo ruolo è in arrivo. Questo messaggio cambierà quando ci sarà, non devi fare nulla.',
	'verify.roleBlocked':
		'Manca solo il ruolo: questo server al momento non mi permette di darlo. **Lo staff deve risolvere** ed è stato avvisato. Il tuo acquisto è registrato e il ruolo arriverà da solo.',
	'verify.roleUnchosen':
		'Riceverai il tuo ruolo appena lo staff ne sceglie uno per gli acquirenti. Lo sa già.',
	'verify.roleMemberLeft':
		'Non sei più membro di questo server. Il tuo acquisto è registrato: torna e usa di nuovo /verifica.',
	'verify.uncheckableTitle': 'Il tuo codice non può essere controllato in questo momento',
	'verify.uncheckable':
		'Il negozio non dà una risposta valida. Questo non dice nulla sul tuo codice, e il tentativo non conta.',
	'verify.againSoon': 'Riprova tra qualche minuto.',
	'verify.againAt': 'Riprova {when}.',
	'verify.staffTold': 'Lo staff è stato avvisato. Riprova più tardi.',
	'verify.reference': 'Riferimento {id}',
} satisfies Record<keyof typeof english, string>;
