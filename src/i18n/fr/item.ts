import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Produit {id}',
	'item.price': 'Prix',
	'item.regular': '**{price}** licence standard',
	'item.extended': '**{price}** licence étendue',
	'item.category': 'Catégorie',
	'item.version': 'Version',
	'item.published': 'Publié',
	'item.options': 'Options',
	'item.tags': 'Tags',
	'item.links': 'Liens',
	'item.liveDemo': 'Démo en direct',
	'item.videoPreview': 'Aperçu vidéo',
	'item.audioPreview': 'Extrait audio',
	'item.screenshots': 'Captures d’écran ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {La seule capture d’écran} other {Captures d’écran {first, number} à {last, number} sur {count, number}}}',
	'item.screenshotAlt': 'Capture d’écran {number, number} sur {count, number} : {name}',
	'item.previousScreenshots': '‹ Précédent',
	'item.nextScreenshots': 'Suivant ›',
	'item.noScreenshots': 'Ce produit n’a plus de captures d’écran.',
	'item.noSuchId': 'Aucun produit n’a l’identifiant {id}.',
	'item.noSuchName':
		'Je n’ai trouvé aucun produit de ce nom. Commence à taper et choisis-en un dans la liste, ou indique son identifiant.',
	'item.didYouMean':
		'Je n’ai trouvé aucun produit portant exactement ce nom. Voulais-tu dire l’un de ceux-ci ?',
	'item.stillLoading':
		'Les produits ne sont pas encore chargés. Réessaie dans un instant, ou indique l’identifiant du produit.',
	'item.later': 'Impossible de consulter les produits pour le moment. Réessaie dans quelques minutes.',
	'item.laterAt': 'Impossible de consulter les produits pour le moment. Réessaie {when}.',
	'item.shared': 'C’est fait, le produit est publié ci-dessous pour tout le monde ici.',
	'item.preview': 'Aperçu',
	'item.previewImageAlt': 'Image d’aperçu : {name}',
	'item.previewVideoAlt': 'Vidéo d’aperçu : {name}',
	'item.noPreview': 'Ce produit n’a plus d’aperçu.',
	'item.share': 'Partager',
	'item.sharedBy': 'Partagé par {member}',
	'item.mayNotShare': 'Tu ne peux pas écrire dans ce salon.',
	'item.sharedAlready': 'Déjà partagé ici {when}.',
} satisfies Record<keyof typeof english, string>;
