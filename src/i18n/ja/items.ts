import type { items as english } from '../en/items.js';

export const items = {
	'items.title': '商品一覧',
	'items.count': '{count, plural, other {{count, number} 個の商品}}',
	'items.pageOf': '{page, number} / {pages, number} ページ',
	'items.open': '商品を開く',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': 'ページへ移動',
	'items.goToLabel': 'ページ（1～{pages, number}）',
	'items.notAPage': 'ページは「3」のように数字で入力してください。',
	'items.loading': '商品はまだ読み込まれていません。少し待ってからもう一度お試しください。',
	'items.unreachable': '現在、マーケットプレイスから商品を読み込めません。数分後にもう一度お試しください。',
	'items.empty': '公開されている商品はまだありません。',
} satisfies Record<keyof typeof english, string>;
