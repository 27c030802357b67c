import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Productos',
	'items.count': '{count, plural, one {{count, number} producto} other {{count, number} productos}}',
	'items.pageOf': 'Página {page, number} de {pages, number}',
	'items.open': 'Abrir un producto',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Ir a la página',
	'items.goToLabel': 'Página, de 1 a {pages, number}',
	'items.notAPage': 'Escribe la página como número, por ejemplo 3.',
	'items.loading': 'Los productos aún no se han cargado. Inténtalo de nuevo en un momento.',
	'items.unreachable':
		'No se pueden cargar los productos del marketplace en este momento. Inténtalo de nuevo en unos minutos.',
	'items.empty': 'Aún no se ha publicado ningún producto.',
} satisfies Record<keyof typeof english, string>;
