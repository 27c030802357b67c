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
	'purchases.unlink': '解除一个购买的关联',
	'purchases.unlinkTitle': '要解除 {item} 的关联吗？',
	'purchases.unlinkAsk':
		'它带来的身份组会消失。在这些天内只有你能再次验证其代码：{days, number}。之后任何有代码的人都可以。',
	'purchases.unlinkAskNow': '它带来的身份组会消失，任何有代码的人都可以立即验证。',
	'purchases.unlinkButton': '解除',
	'purchases.unlinked': '完成。身份组马上就会移除。其他人从 {date} 起可以验证该代码。',
	'purchases.unlinkNotAllowed': '此服务器不允许成员自行解除关联。如果想转让，请询问管理团队。',
	'purchases.unlinkLocked': '管理团队锁定了这次购买。请询问他们。',
	'purchases.unlinkGone': '这次购买已不属于你。',
	'purchases.audit': '🔓 <@{userId}> 解除了 **{item}** 的关联，其身份组将移除',
} satisfies Record<keyof typeof english, string>;
