import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Producto {id}',
	'item.price': 'Precio',
	'item.regular': '**{price}** licencia estándar',
	'item.extended': '**{price}** licencia ampliada',
	'item.category': 'Categoría',
	'item.version': 'Versión',
	'item.published': 'Publicado',
	'item.options': 'Opciones',
	'item.tags': 'Etiquetas',
	'item.links': 'Enlaces',
	'item.liveDemo': 'Demo en vivo',
	'item.videoPreview': 'Vista previa en vídeo',
	'item.audioPreview': 'Vista previa de audio',
	'item.screenshots': 'Capturas de pantalla ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {La única captura de pantalla} other {Capturas de pantalla {first, number}–{last, number} de {count, number}}}',
	'item.screenshotAlt': 'Captura de pantalla {number, number} de {count, number}: {name}',
	'item.previousScreenshots': '‹ Anterior',
	'item.nextScreenshots': 'Siguiente ›',
	'item.noScreenshots': 'Este producto ya no tiene capturas de pantalla.',
	'item.noSuchId': 'No hay ningún producto con el ID {id}.',
	'item.noSuchName':
		'No he encontrado ningún producto con ese nombre. Empieza a escribir y elige uno de la lista, o usa su ID.',
	'item.didYouMean':
		'No he encontrado ningún producto con exactamente ese nombre. ¿Querías decir alguno de estos?',
	'item.stillLoading':
		'Los productos aún no se han cargado. Inténtalo de nuevo en un momento o usa el ID del producto.',
	'item.later': 'No se pueden consultar productos en este momento. Inténtalo de nuevo en unos minutos.',
	'item.laterAt': 'No se pueden consultar productos en este momento. Inténtalo de nuevo {when}.',
	'item.shared': 'Listo, el producto está publicado abajo para todos los de aquí.',
	'item.preview': 'Vista previa',
	'item.previewImageAlt': 'Imagen de vista previa: {name}',
	'item.previewVideoAlt': 'Vídeo de vista previa: {name}',
	'item.noPreview': 'Este producto ya no tiene vista previa.',
	'item.share': 'Compartir',
	'item.sharedBy': 'Compartido por {member}',
	'item.mayNotShare': 'No puedes escribir en este canal.',
	'item.sharedAlready': 'Ya compartido aquí {when}.',
} satisfies Record<keyof typeof english, string>;
