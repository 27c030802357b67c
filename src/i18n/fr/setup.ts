import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Configurer ce serveur\nChaque choix est enregistré immédiatement.',
	'setup.buyer': '**Rôle d’acheteur** · donné à chaque membre dont l’achat est vérifié',
	'setup.supported':
		'**Rôle avec assistance** · conservé tant qu’au moins un achat a l’assistance (facultatif)',
	'setup.audit': '**Salon d’audit** · ton équipe y lit qui s’est vérifié et ce qui a échoué (facultatif)',
	'setup.more':
		'**Autres rôles** · pour certains produits, catégories ou types de licence (facultatif) : {count, plural, =0 {aucun pour l’instant} other {{count, number}}}',
	'setup.moreTroubles': '❌ Certains de ces rôles ne fonctionnent pas : voir *Autres rôles*.',
	'setup.former': '-# Un rôle que tu remplaces ou retires ici reste aux membres qui l’ont.',
	'setup.chooseRole': 'Choisir un rôle',
	'setup.chooseChannel': 'Choisir un salon',
	'setup.moreButton': 'Autres rôles',
	'setup.again': 'Vérifier à nouveau',
	'setup.unavailable':
		'⚠️ Discord ne dit rien de ce serveur pour le moment, rien n’a donc été enregistré. Réessaie plus tard.',
	'setup.missing': '⛔ Le rôle `{roleId}` n’a pas été enregistré : il n’existe plus.',
	'setup.everyone': '⛔ <@&{roleId}> n’a pas été enregistré : tout le monde l’a déjà.',
	'setup.managed':
		'⛔ <@&{roleId}> n’a pas été enregistré : il appartient à un bot ou à une intégration et personne ne peut le donner.',
	'setup.rules.title': '## Rôles par produit, catégorie et type de licence',
	'setup.rules.how':
		'Ajoutes-en un avec `/configurer produit`, `/configurer catégorie` ou `/configurer licence`. Un achat donne, en plus du rôle d’acheteur, chaque rôle qui lui correspond.',
	'setup.rules.none': 'Il n’y en a pas encore.',
	'setup.rules.page': '-# Page {page, number} sur {pages, number}',
	'setup.rules.subject': '{kind, select, item {Produit} category {Catégorie} other {Licence}} **{name}**',
	'setup.rules.option': '{kind, select, item {Produit} category {Catégorie} other {Licence}} : {name}',
	'setup.rules.remove': 'En retirer un',
	'setup.rules.back': '‹ Retour',
	'setup.rules.previous': 'Précédent',
	'setup.rules.next': 'Suivant',
	'setup.rules.saved': '✅ {subject} : les acheteurs reçoivent maintenant <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# Aucun achat avec ce type de licence n’a encore été vu. Il doit être écrit comme la marketplace l’écrit.',
	'setup.rules.unknownCategory':
		'Aucun produit n’a cette catégorie. Commence à taper et choisis-en une dans la liste.',
	'setup.rules.licenceIsCode':
		'Cela ressemble à un code d’achat, je ne l’ai donc pas enregistré. Un type de licence est un nom comme `regular` ou `extended`.',
} satisfies Record<keyof typeof english, string>;
