import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'achats',
	'command.purchases.description': 'Voir tes achats et récupérer tes rôles',
	'purchases.open': 'Mes achats',
	'purchases.title': 'Tes achats',
	'purchases.none': 'Tu n’as pas encore d’achat vérifié. Envoie le code de ton reçu avec `/{command}`.',
	'purchases.bought': 'Acheté',
	'purchases.unknown': 'inconnu',
	'purchases.supportedUntil': 'Support jusqu’au',
	'purchases.roles': 'Rôles ici',
	'purchases.noRoles': 'aucun',
	'purchases.elsewhere':
		'Vérifié sur un autre serveur. Envoie aussi le code ici pour les rôles de ce serveur.',
	'purchases.revoked': 'Plus valable : la boutique ne connaît plus cet achat, comme après un remboursement.',
	'purchases.restore': 'Récupérer mes rôles',
	'purchases.restored': 'C’est fait. Tu as tous les rôles que tes achats donnent sur ce serveur.',
	'purchases.unlink': 'Dissocier un achat',
	'purchases.unlinkTitle': 'Dissocier {item} ?',
	'purchases.unlinkAsk':
		'Ses rôles disparaissent. Pendant ce nombre de jours, toi seul peux revérifier son code : {days, number}. Ensuite, quiconque a le code le pourra.',
	'purchases.unlinkAskNow': 'Ses rôles disparaissent, et quiconque a le code peut aussitôt le vérifier.',
	'purchases.leaveAsk':
		'Tu perds ses rôles sur ce serveur. L’achat reste associé à ton compte : vérifie de nouveau son code ici pour les retrouver.',
	'purchases.unlinkButton': 'Dissocier',
	'purchases.unlinked':
		'C’est fait. Les rôles partent dans un instant. Les autres pourront vérifier le code à partir du {date}.',
	'purchases.left':
		'C’est fait. Ses rôles sont en train d’être retirés sur ce serveur. Ailleurs, rien ne change.',
	'purchases.unlinkNotAllowed':
		'Ce serveur ne laisse pas les membres dissocier leurs achats. Demande à son équipe si tu veux en céder un.',
	'purchases.unlinkLocked': 'L’équipe a verrouillé cet achat. Demande-lui.',
	'purchases.unlinkGone': 'Cet achat n’est plus à toi.',
	'purchases.notHere': 'Cet achat n’est plus vérifié sur ce serveur.',
	'purchases.unlinkLimited': 'Tu as dissocié trois achats en 24 heures. De nouveau possible : {when}.',
	'purchases.audit': '🔓 <@{userId}> a dissocié **{item}**, ses rôles disparaissent',
	'purchases.auditLeft': '🔓 <@{userId}> a dissocié **{item}** sur ce serveur, ses rôles sont retirés',
} satisfies Record<keyof typeof english, string>;
