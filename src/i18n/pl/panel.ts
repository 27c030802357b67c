import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'panel',
	'command.panel.description': 'Opublikuj wiadomość, dzięki której każdy zweryfikuje swój zakup',
	'command.panel.channel.name': 'kanał',
	'command.panel.channel.description': 'Gdzie ma trafić. Panel, który już tam jest, zostanie zaktualizowany',
	'panel.title': 'Zweryfikuj swój zakup',
	'panel.text':
		'Kliknij **Zweryfikuj zakup** i wklej kod z potwierdzenia zakupu. Widzisz go tylko ty i bot.\n\nRola pojawi się w kilka sekund.',
	'panel.verify': 'Zweryfikuj zakup',
	'panel.codeLabel': 'Kod zakupu',
	'panel.codeHint': 'Z potwierdzenia zakupu. Możesz wkleić cały wiersz: kod zostanie w nim znaleziony.',
	'panel.posted': 'Panel opublikowany: {link}',
	'panel.changed': 'Panel jest aktualny: {link}',
	'panel.badPicture':
		'Obrazek pozostał bez zmian: Discord pokazuje tylko obrazki z adresu internetowego (http lub https).',
	'panel.noChannel': 'Na tym kanale nie można pisać albo już nie istnieje.',
	'panel.noAccess':
		'Nie mogę pisać na {channel}. Daj mi tam uprawnienia **Wyświetlanie kanału**, **Wysyłanie wiadomości** i **Wyświetlanie podglądu linków**.',
	'panel.missing': 'Na tym kanale nie ma już panelu. Użyj `/{command}`, aby go opublikować.',
	'panel.change': 'Zmień tekst i obrazek',
	'panel.titleLabel': 'Tytuł',
	'panel.textLabel': 'Tekst',
	'panel.emptyHint': 'Zostaw puste, aby użyć zwykłego tekstu.',
	'panel.pictureLabel': 'Obrazek',
	'panel.pictureHint': 'Adres internetowy obrazka. Zostaw puste, jeśli ma go nie być.',
	'panel.audit': '⚙️ <@{userId}> publikuje lub zmienia panel na kanale <#{channelId}>',
} satisfies Record<keyof typeof english, string>;
