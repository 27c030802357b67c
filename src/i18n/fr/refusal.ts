import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': 'Cette commande est réservée aux administrateurs de ce serveur.',
	'refusal.homeOnly': 'Ceci est réservé aux administrateurs du serveur d’origine du bot.',
	'refusal.managersOnly':
		'C’est réservé aux membres qui peuvent gérer ce serveur (la permission **Gérer le serveur**).',
	'refusal.outdated': 'Ce bouton ou ce menu vient d’une ancienne version du bot. Relance la commande.',
	'refusal.unknownCommand': 'Le bot ne connaît plus cette commande. Réessaie dans quelques minutes.',
	'refusal.otherGuild': 'Ce bot travaille pour un autre serveur. Adresse-toi là-bas.',
	'refusal.starting': 'Le bot est en train de démarrer. Réessaie dans quelques secondes.',
	'refusal.guildOnly': 'Utilise cette commande dans un serveur : elle ne fonctionne pas en messages privés.',
	'refusal.linksLeftOut': '-# Certains liens ne peuvent pas être affichés.',
} satisfies Record<keyof typeof english, string>;
