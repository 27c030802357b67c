import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'pannello',
	'command.panel.description': 'Pubblica un messaggio con cui tutti possono verificare il proprio acquisto',
	'command.panel.channel.name': 'canale',
	'command.panel.channel.description': 'Dove va. Il pannello che c’è già viene aggiornato',
	'panel.title': 'Verifica il tuo acquisto',
	'panel.text':
		'Premi **Verifica acquisto** e incolla il codice della tua ricevuta. Lo vedete solo tu e il bot.\n\nIl tuo ruolo arriva in pochi secondi.',
	'panel.verify': 'Verifica acquisto',
	'panel.codeLabel': 'Codice di acquisto',
	'panel.codeHint': 'Dalla tua ricevuta. Puoi incollare una riga intera: il codice viene trovato.',
	'panel.posted': 'Il pannello è pubblicato: {link}',
	'panel.changed': 'Il pannello è aggiornato: {link}',
	'panel.badPicture':
		'L’immagine è rimasta com’era: Discord mostra solo quelle di un indirizzo web (http o https).',
	'panel.noChannel': 'In questo canale non si può pubblicare, oppure non esiste più.',
	'panel.noAccess':
		'Non posso pubblicare in {channel}. Dammi lì **Visualizza canale**, **Invia messaggi** e **Incorpora link**.',
	'panel.missing': 'In quel canale non c’è più un pannello. Usa `/{command}` per pubblicarne uno.',
	'panel.change': 'Cambia testo e immagine',
	'panel.titleLabel': 'Titolo',
	'panel.textLabel': 'Testo',
	'panel.emptyHint': 'Lascia vuoto per il testo abituale.',
	'panel.pictureLabel': 'Immagine',
	'panel.pictureHint': 'L’indirizzo web di un’immagine. Lascia vuoto per nessuna.',
	'panel.audit': '⚙️ <@{userId}> ha pubblicato o cambiato il pannello in <#{channelId}>',
} satisfies Record<keyof typeof english, string>;
