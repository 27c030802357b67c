import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'Ce n’est pas un code d’achat',
	'verify.notACode':
		'Un code ressemble à `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. Tu le trouves dans l’e-mail de reçu et sur la page des téléchargements de la boutique.\n\nUn numéro de commande ou la clé de licence d’une autre boutique ne fonctionne pas ici.',
	'verify.invalidTitle': 'Code d’achat invalide',
	'verify.invalid':
		'La boutique ne connaît pas ce code. Copie-le encore une fois depuis ton reçu, en entier et sans le modifier : une seule lettre manquante suffit.\n\nSi l’achat a été remboursé, son code ne fonctionne plus. Ça ne marche toujours pas ? Montre cette référence à l’équipe, **jamais le code lui-même**.',
	'verify.takenTitle': 'Ce code est déjà utilisé',
	'verify.taken':
		'Un autre membre s’est vérifié avec ce code, et un code vaut pour une seule personne. Si c’est ton achat, adresse-toi à l’équipe et montre-lui cette référence, **jamais le code lui-même**.',
	'verify.limitedTitle': 'Trop de codes erronés',
	'verify.limited':
		'Réessaie {when}. Profites-en pour trouver le bon code : il est dans l’e-mail de reçu et sur la page des téléchargements de la boutique.',
	'verify.busyTitle': 'Tes codes sont encore en cours de contrôle',
	'verify.busy':
		'Attends les réponses aux codes que tu as déjà envoyés, puis envoie le suivant. Celui-ci n’a pas été contrôlé et ne compte pas.',
	'verify.oftenTitle': 'Trop de codes en peu de temps',
	'verify.often': 'La marketplace n’est interrogée que pour quelques codes à la fois. Réessaie {when}.',
	'verify.verifiedTitle': 'Achat vérifié',
	'verify.returningTitle': 'Te revoilà',
	'verify.verified': '**{item}** est maintenant à toi ici. Merci pour ton achat !',
	'verify.returning': '**{item}** est déjà à toi.',
	'verify.renewedTitle': '✅ Assistance renouvelée',
	'verify.renewed': 'L’assistance de **{item}** est active jusqu’au {date} ({when}).',
	'verify.licence': 'Licence',
	'verify.support': 'Assistance',
	'verify.supportNone': 'non incluse',
	'verify.supportUntil': 'jusqu’au {date}',
	'verify.supportEnded': 'terminée le {date}',
	'verify.roleGranted': 'Tu as le rôle d’acheteur.',
	'verify.roleWaiting': 'Ton rôle arrive. Ce message changera dès qu’il sera là, tu n’as rien à faire.',
	'verify.roleBlocked':
		'Il ne manque que le rôle : ce serveur ne me laisse pas le donner pour le moment. **L’équipe doit corriger cela** et a été prévenue. Ton achat est bien enregistré et le rôle suivra tout seul.',
	'verify.roleUnchosen':
		'Tu recevras ton rôle dès que l’équipe en aura choisi un pour les acheteurs. Elle est au courant.',
	'verify.roleMemberLeft':
		'Tu n’es plus membre de ce serveur. Ton achat est bien enregistré : reviens et utilise de nouveau /vérifier.',
	'verify.uncheckableTitle': 'Ton code ne peut pas être vérifié pour le moment',
	'verify.uncheckable':
		'La boutique ne donne pas de réponse exploitable. Cela ne dit rien de ton code, et cet essai ne compte pas.',
	'verify.againSoon': 'Réessaie dans quelques minutes.',
	'verify.againAt': 'Réessaie {when}.',
	'verify.staffTold': 'L’équipe a été prévenue. Réessaie plus tard.',
	'verify.reference': 'Référence {id}',
} satisfies Record<keyof typeof english, string>;
