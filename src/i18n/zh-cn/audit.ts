import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}> 已验证 {purchase}',
	'audit.returned': '🔁 <@{userId}> 带着 {purchase} 回来了',
	'audit.verifiedMany': '✅ 已验证 {count, plural, other {# 笔}}购买：{items}',
	'audit.purchase': '**{item}**（{licence}）',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}> 未通过验证：{reason} · 参考编号 `{reference}`',
	'audit.refused.invalid': '商城不认识该代码',
	'audit.refused.taken': '该代码属于另一位成员',
	'audit.refused.uncheckable': '无法询问商城',
	'audit.refusedMany': '⛔ 已拒绝：{count, number}',
	'audit.limit.member': '🛑 <@{userId}> 发送了太多错误代码，需要等待',
	'audit.limit.guild': '🛑 此服务器输错的代码过多，最后一个来自 <@{userId}>：输错过的成员需等待几分钟',
	'audit.limit.lookup': '🛑 <@{userId}> 查询了许多此处无人验证过的代码，需要等待',
	'audit.rolesBlocked': '⚠️ 无法发放身份组：{trouble} 购买已记录，身份组稍后会自动发放。',
	'audit.revoked': '↩️ <@{userId}> 对 **{item}** 的购买已失效，其身份组将被移除',
	'audit.reinstated': '✅ <@{userId}> 对 **{item}** 的购买重新有效，其身份组将恢复',
	'audit.renewed': '✅ <@{userId}> 已续期 **{item}** 的支持',
	'audit.endedHere': '🔓 <@{userId}> 对 **{item}** 的购买在此服务器不再有效，其身份组将被移除',
	'audit.revokingStopped':
		'⚠️ 今天有超过 {limit} 笔购买失效。这看起来像是故障或密钥变更，因此今天不再收回更多。请检查商城。',
	'audit.setup': '⚙️ <@{userId}> 更改了设置：{change}',
	'audit.setup.buyerRole': '买家身份组现在是 <@&{roleId}>',
	'audit.setup.supportedRole': '受支持身份组现在是 <@&{roleId}>',
	'audit.setup.noSupportedRole': '不再有受支持身份组',
	'audit.setup.auditChannel': '审核频道现在是 <#{channelId}>',
	'audit.setup.noAuditChannel': '不再有审核频道',
	'audit.setup.rule':
		'{kind, select, item {商品} category {类别} other {许可类型}} **{subject}** 的买家现在获得 <@&{roleId}>',
	'audit.setup.noRule':
		'{kind, select, item {商品} category {类别} other {许可类型}} **{subject}** 不再有身份组',
	'audit.badKey':
		'⚠️ 商城不接受该 API 密钥为作者密钥。在 MARKETPLACE_API_KEY 修正且机器人重启之前，没有人能完成验证。',
	'audit.answeredElsewhere':
		'⚠️ 另一个使用此令牌的机器人也在答复。如果你没有启动第二个，说明有人拿到了令牌：请在应用的Bot页面生成新的。',
	'audit.emptyStore':
		'⚠️ 命令早已注册，但数据库是空的。首次启动时这是正常的。如果机器人以前用过，请停止它并检查DATABASE_URL：每个代码都会被当成新的。',
	'audit.otherAccount':
		'⚠️ API 密钥现在属于商城的另一个账户：**{seen}**，而不是 **{known}**。在机器人的运营者用 `npm run claims -- confirm-account` 确认新账户或设置正确的 `MARKETPLACE_API_KEY` 之前，不会检查任何代码，也不会作废任何购买。',
	'audit.clockOff':
		'⚠️ 运行机器人的计算机时钟偏差 {minutes, plural, other {# 分钟}}。在恢复正确之前，不会作废任何购买，也不会放出任何保留的名额：请在那里同步时间。',
	'audit.theRole': '该身份组',
	'audit.trouble.missing-permission': '我需要 **管理身份组** 权限，涉及：{role}。',
	'audit.trouble.role-too-high':
		'{role} 高于我自己的身份组。请在 服务器设置 → 身份组 中将我的身份组拖到它上面。',
	'audit.trouble.no-buyer-role': '未设置买家身份组。请设置一个。',
	'audit.trouble.role-missing': '身份组 `{roleId}` 在此服务器中不存在。请设置另一个。',
	'audit.trouble.role-not-assignable': '{role} 属于某个整合，没有人能发放。请设置另一个。',
	'audit.trouble.refused':
		'Discord 拒绝了 {role}，且没有说明原因。如果机器人与 Discord 之间有代理，请检查它。',
	'audit.trouble.guild-gone': '我已不在此服务器中。请重新邀请我。',
} satisfies Record<keyof typeof english, string>;
