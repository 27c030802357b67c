import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'confidentialité',
	'command.privacy.description': 'Voir, exporter ou supprimer ce que le bot a enregistré sur toi',
	'privacy.title': 'Ce qui est enregistré sur toi',
	'privacy.account': 'Ton identifiant Discord, avec ce qui suit : `{id}`',
	'privacy.claims':
		'**Achats : {count, number}** · article, licence, dates, serveurs où tu as vérifié, et ce qui s’est passé depuis. Les codes sont chiffrés.',
	'privacy.more': '… et {count, number} de plus. Ils sont tous dans le fichier.',
	'privacy.former':
		'**Anciens achats : {count, number}** · produit, type de licence et ce qui te nomme dans leur historique.',
	'privacy.misses':
		'**Codes erronés du dernier jour : {count, number}** · seulement quand, jamais ce que tu as saisi. Effacés après un jour.',
	'privacy.elsewhere':
		'Pas enregistré ici : les messages du salon de journal d’un serveur. Pour ceux-là, demande à l’équipe du serveur.',
	'privacy.export': 'Exporter en fichier',
	'privacy.exported': 'Voici tout ce qui est enregistré sur toi.',
	'privacy.delete': 'Supprimer mes données',
	'privacy.confirmTitle': 'Supprimer tes données ?',
	'privacy.confirm':
		'Tes achats et leurs rôles disparaissent, sur chaque serveur de ce bot. Les codes restent bloqués pour tous les autres ; tu pourras les vérifier à nouveau. C’est irréversible.',
	'privacy.confirmButton': 'Tout supprimer',
	'privacy.keep': 'Garder',
	'privacy.deleted':
		'C’est fait. Tes données sont supprimées et les rôles partent dans un instant. De chaque code il ne reste qu’une empreinte, pour que personne d’autre ne l’utilise. Les heures des codes erronés et des dissociations s’effacent d’elles-mêmes en un jour.',
	'privacy.audit':
		'🗑️ <@{userId}> a supprimé ses données enregistrées : les achats et leurs rôles ont disparu',
	'privacy.exportLater': '⏳ Tes données sont fournies en fichier une fois par minute. Réessaie {when}.',
} satisfies Record<keyof typeof english, string>;
