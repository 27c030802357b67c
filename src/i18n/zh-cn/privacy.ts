import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': '隐私',
	'command.privacy.description': '查看、导出或删除机器人存储的关于你的信息',
	'privacy.title': '存储的关于你的信息',
	'privacy.account': '你的 Discord 用户 ID，以及以下内容：`{id}`',
	'privacy.claims':
		'**购买：{count, number}** · 商品、许可、日期、你验证过的服务器，以及之后发生的事。代码已加密。',
	'privacy.more': '……另外还有 {count, number} 个。全部都在文件里。',
	'privacy.former': '**以前的购买：{count, number}** · 商品、许可类型，以及历史记录中涉及你的内容。',
	'privacy.misses': '**过去一天的错误代码：{count, number}** · 只记时间，从不记你输入的内容。一天后消失。',
	'privacy.elsewhere': '不在这里：服务器审核频道里的消息。请询问那个服务器的管理团队。',
	'privacy.export': '导出为文件',
	'privacy.exported': '这就是存储的关于你的全部信息。',
	'privacy.delete': '删除我的数据',
	'privacy.confirmTitle': '要删除你的数据吗？',
	'privacy.confirm':
		'你的购买及其身份组会从此机器人的每个服务器消失。这些代码对其他人仍然不可用；你可以再次验证。此操作无法撤销。',
	'privacy.confirmButton': '全部删除',
	'privacy.keep': '保留',
	'privacy.deleted':
		'完成。你的数据已删除，身份组马上就会移除。每个代码只留下一个指纹，以免他人使用。输错的代码和取消关联的时间会在一天内自行消失。',
	'privacy.audit': '🗑️ <@{userId}> 删除了自己存储的数据：购买及其身份组已移除',
	'privacy.exportLater': '⏳ 你的数据文件每分钟提供一次。请在 {when} 再试。',
} satisfies Record<keyof typeof english, string>;
