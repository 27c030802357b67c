import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'Questo comando è riservato agli amministratori di questo server.',
	'refusal.homeOnly': 'Questo è per gli amministratori del server principale del bot.',
	'refusal.managersOnly':
		'Questo è riservato ai membri che possono gestire il server (il permesso **Gestisci server**).',
	'refusal.outdated': 'Questo pulsante o menu è di una versione precedente del bot. Usa di nuovo il comando.',
	'refusal.unknownCommand': 'Il bot non conosce più questo comando. Riprova tra qualche minuto.',
	'refusal.otherGuild': 'Questo bot lavora per un altro server. Chiedi lì.',
	'refusal.starting': 'Il bot si sta avviando. Riprova tra qualche secondo.',
	'refusal.guildOnly': 'Usa questo comando in un server: non funziona nei messaggi diretti.',
	'refusal.linksLeftOut': '-# Alcuni link non possono essere mostrati.',
} satisfies Record<keyof typeof english, string>;
