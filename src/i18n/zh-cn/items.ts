import type { items as english } from '../en/items.js';

export const items = {
	'items.title': '商品列表',
	'items.count': '{count, plural, other {{count, number} 件商品}}',
	'items.pageOf': '第 {page, number} / {pages, number} 页',
	'items.open': '打开商品',
	'items.page': '{page, number} / {pages, number}',
	'items.goToTitle': '跳转到页面',
	'items.goToLabel': '页码，1 到 {pages, number}',
	'items.notAPage': '请用数字输入页码，例如 3。',
	'items.loading': '商品尚未加载完成。请稍后再试。',
	'items.unreachable': '目前无法从商城加载商品。请过几分钟再试。',
	'items.empty': '尚未发布任何商品。',
} satisfies Record<keyof typeof english, string>;
