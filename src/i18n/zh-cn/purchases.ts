import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': '我的购买',
	'command.purchases.description': '查看你的购买并找回身份组',
	'purchases.open': '我的购买',
	'purchases.title': '你的购买',
	'purchases.none': '你还没有已验证的购买。请用 `/{command}` 发送收据上的代码。',
	'purchases.bought': '购买于',
	'purchases.unknown': '未知',
	'purchases.supportedUntil': '支持截止',
	'purchases.roles': '此处的身份组',
	'purchases.noRoles': '无',
	'purchases.elsewhere': '在另一个服务器验证过。要获得此服务器的身份组，请在这里也发送代码。',
	'purchases.revoked': '已失效：商店不再认识这次购买，例如退款之后。',
	'purchases.restore': '恢复我的身份组',
	'purchases.restored': '完成。你已拥有你的购买在此服务器给予的所有身份组。',
} satisfies Record<keyof typeof english, string>;
