import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': '这不是购买代码',
	'verify.notACode':
		'代码形如 `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`。你可以在收据邮件和商店的下载页面找到它。\n\n订单号或其他商店的许可密钥在这里无效。',
	'verify.invalidTitle': '购买代码无效',
	'verify.invalid':
		'商店不认识此代码。请从收据中再次完整复制，不要改动：少一个字母都不行。\n\n如果购买已退款，其代码将不再有效。还是不行？请向工作人员出示此参考编号，**切勿出示代码本身**。',
	'verify.takenTitle': '此代码已被使用',
	'verify.taken':
		'另一位成员已用它完成验证，而一个代码只供一人使用。如果这是你的购买，请联系工作人员并出示此参考编号，**切勿出示代码本身**。',
	'verify.limitedTitle': '错误代码过多',
	'verify.limited': '请{when}再试。趁这段时间找到正确的代码：它在收据邮件和商店的下载页面上。',
	'verify.busyTitle': '你的代码仍在检查中',
	'verify.busy': '请等待已发送代码的结果，再发送下一个。这个代码没有检查，也不计入次数。',
	'verify.oftenTitle': '短时间内代码过多',
	'verify.often': '一次只能查询少量代码。请{when}再试。',
	'verify.verifiedTitle': '购买已验证',
	'verify.returningTitle': '欢迎回来',
	'verify.verified': '**{item}** 现在在这里属于你了。感谢购买！',
	'verify.returning': '**{item}** 已经属于你。',
	'verify.renewedTitle': '✅ 支持已续期',
	'verify.renewed': '**{item}** 的支持有效期至 {date}（{when}）。',
	'verify.licence': '许可',
	'verify.support': '支持',
	'verify.supportNone': '不包含',
	'verify.supportUntil': '至 {date}',
	'verify.supportEnded': '已于 {date} 结束',
	'verify.roleGranted': '你已拥有买家身份组。',
	'verify.roleWaiting': '你的身份组正在发放。到位后此消息会更新，你无需做任何事。',
	'verify.roleBlocked':
		'只差身份组：此服务器目前不允许我发放。**需要工作人员修复**，他们已收到通知。你的购买已安全记录，身份组稍后会自动发放。',
	'verify.roleUnchosen': '工作人员为买家选定身份组后，你就会得到它。他们已经知道了。',
	'verify.roleMemberLeft': '你已不是此服务器的成员。你的购买已安全记录：回来后请再次使用 /验证 。',
	'verify.uncheckableTitle': '目前无法检查你的代码',
	'verify.uncheckable': '商店没有给出有效回应。这不代表你的代码有问题，本次尝试也不计数。',
	'verify.againSoon': '请过几分钟再试。',
	'verify.againAt': '请{when}再试。',
	'verify.staffTold': '已通知工作人员。请稍后再试。',
	'verify.reference': '参考编号 {id}',
} satisfies Record<keyof typeof english, string>;
