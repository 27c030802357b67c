import type { items as english } from '../en/items.js';

export const items = {
	'items.title': 'Produtos',
	'items.count': '{count, plural, one {{count, number} produto} other {{count, number} produtos}}',
	'items.pageOf': 'Página {page, number} de {pages, number}',
	'items.open': 'Abrir um produto',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Ir para a página',
	'items.goToLabel': 'Página, de 1 a {pages, number}',
	'items.notAPage': 'Digite a página como número, por exemplo 3.',
	'items.loading': 'Os produtos ainda não foram carregados. Tente de novo em instantes.',
	'items.unreachable':
		'Não foi possível carregar os produtos do marketplace agora. Tente de novo em alguns minutos.',
	'items.empty': 'Nenhum produto foi publicado ainda.',
} satisfies Record<keyof typeof english, string>;
