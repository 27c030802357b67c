export const items = {
	'items.title': 'Items',
	'items.count': '{count, plural, one {{count, number} item} other {{count, number} items}}',
	'items.pageOf': 'Page {page, number} of {pages, number}',
	'items.open': 'Open an item',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'Go to page',
	'items.goToLabel': 'Page, 1 to {pages, number}',
	'items.notAPage': 'Please type the page as a number, such as 3.',
	'items.loading': 'The items have not been loaded yet. Please try again in a moment.',
	'items.unreachable':
		"The items can't be loaded from the marketplace right now. Please try again in a few minutes.",
	'items.empty': 'No items have been published yet.',
} as const;
