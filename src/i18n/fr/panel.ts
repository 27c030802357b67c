import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'panneau',
	'command.panel.description': 'Publier un message avec lequel chacun peut vérifier son achat',
	'command.panel.channel.name': 'salon',
	'command.panel.channel.description': 'Où le publier. Le panneau qui s’y trouve déjà est mis à jour',
	'panel.title': 'Vérifie ton achat',
	'panel.text':
		'Clique sur **Vérifier un achat** et colle le code de ton reçu. Toi et le bot êtes les seuls à le voir.\n\nTon rôle suit en quelques secondes.',
	'panel.verify': 'Vérifier un achat',
	'panel.codeLabel': 'Code d’achat',
	'panel.codeHint': 'Sur ton reçu. Tu peux coller toute une ligne : le code y sera trouvé.',
	'panel.posted': 'Le panneau est publié : {link}',
	'panel.changed': 'Le panneau est à jour : {link}',
	'panel.badPicture':
		'L’image est restée la même : Discord n’en affiche qu’à partir d’une adresse web (http ou https).',
	'panel.noChannel': 'Aucun message ne peut être publié dans ce salon, ou il n’existe plus.',
	'panel.noAccess':
		'Je ne peux pas publier dans {channel}. Donne-moi là-bas **Voir le salon**, **Envoyer des messages** et **Intégrer des liens**.',
	'panel.missing': 'Il n’y a plus de panneau dans ce salon. Utilise `/{command}` pour en publier un.',
	'panel.change': 'Changer le texte et l’image',
	'panel.titleLabel': 'Titre',
	'panel.textLabel': 'Texte',
	'panel.emptyHint': 'Laisse vide pour le texte habituel.',
	'panel.pictureLabel': 'Image',
	'panel.pictureHint': 'L’adresse web d’une image. Laisse vide pour n’en mettre aucune.',
	'panel.audit': '⚙️ <@{userId}> a publié ou modifié le panneau dans <#{channelId}>',
} satisfies Record<keyof typeof english, string>;
