import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## 设置此服务器\n每次选择都会立即保存。',
	'setup.buyer': '**买家身份组** · 所有购买已验证的成员都会获得',
	'setup.supported': '**受支持身份组** · 至少有一笔购买仍在支持期内时持有（可选）',
	'setup.audit': '**审核频道** · 工作人员在此查看谁通过了验证以及出了什么问题（可选）',
	'setup.more':
		'**更多身份组** · 用于单个商品、类别或许可类型（可选）：{count, plural, =0 {暂无} other {{count, number}}}',
	'setup.moreTroubles': '❌ 其中一些身份组不起作用：请查看 *更多身份组* 。',
	'setup.former': '-# 你在此替换或移除的身份组，已拥有它的成员会继续保留。',
	'setup.chooseRole': '选择身份组',
	'setup.chooseChannel': '选择频道',
	'setup.moreButton': '更多身份组',
	'setup.again': '重新检查',
	'setup.unavailable': '⚠️ Discord 目前没有提供此服务器的信息，因此未保存任何内容。请稍后再试。',
	'setup.missing': '⛔ 身份组 `{roleId}` 未保存：它已不存在。',
	'setup.everyone': '⛔ <@&{roleId}> 未保存：所有人都已拥有它。',
	'setup.managed': '⛔ <@&{roleId}> 未保存：它属于机器人或整合，没有人能发放。',
	'setup.rules.title': '## 商品、类别和许可类型的身份组',
	'setup.rules.how':
		'使用 `/设置 商品`、`/设置 类别` 或 `/设置 许可` 添加。除买家身份组外，购买还会给予所有符合的身份组。',
	'setup.rules.none': '暂无。',
	'setup.rules.page': '-# 第 {page, number} / {pages, number} 页',
	'setup.rules.subject': '{kind, select, item {商品} category {类别} other {许可}} **{name}**',
	'setup.rules.option': '{kind, select, item {商品} category {类别} other {许可}}：{name}',
	'setup.rules.remove': '移除其中一个',
	'setup.rules.back': '‹ 返回',
	'setup.rules.previous': '上一页',
	'setup.rules.next': '下一页',
	'setup.rules.saved': '✅ {subject}：买家现在获得 <@&{roleId}>。',
	'setup.rules.unseenLicence': '-# 尚未见过此许可类型的购买。其写法必须与商城一致。',
	'setup.rules.unknownCategory': '没有商品属于此类别。请开始输入并从列表中选择。',
	'setup.rules.licenceIsCode':
		'这看起来像购买代码，因此没有保存。许可类型是 `regular` 或 `extended` 这样的名称。',
} satisfies Record<keyof typeof english, string>;
