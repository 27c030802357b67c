import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': '購入一覧',
	'command.purchases.description': '自分の購入を見て、ロールを取り戻します',
	'purchases.open': '自分の購入',
	'purchases.title': 'あなたの購入',
	'purchases.none': '認証済みの購入はまだありません。領収書のコードを `/{command}` で送ってください。',
	'purchases.bought': '購入日',
	'purchases.unknown': '不明',
	'purchases.supportedUntil': 'サポート期限',
	'purchases.roles': 'ここでのロール',
	'purchases.noRoles': 'なし',
	'purchases.elsewhere':
		'別のサーバーで認証されています。このサーバーのロールには、ここでもコードを送ってください。',
	'purchases.revoked': '無効になりました。返金の後のように、ショップはこの購入を認識していません。',
	'purchases.restore': 'ロールを元に戻す',
	'purchases.restored': '完了しました。購入で得られるこのサーバーのロールはすべて付いています。',
	'purchases.unlink': '購入の連携を解除',
	'purchases.unlinkTitle': '{item} の連携を解除しますか？',
	'purchases.unlinkAsk':
		'それによるロールは消えます。次の日数の間は、あなただけがコードを再び認証できます: {days, number}。その後は、コードを持つ人なら誰でもできます。',
	'purchases.unlinkAskNow': 'それによるロールは消え、コードを持つ人なら誰でもすぐに認証できます。',
	'purchases.leaveAsk':
		'このサーバーでのロールを失います。購入はあなたのアカウントと連携済みのままです。ロールを取り戻すには、ここでコードをもう一度認証してください。',
	'purchases.unlinkButton': '解除',
	'purchases.unlinked':
		'完了しました。ロールはまもなく消えます。ほかの人は {date} からコードを認証できます。',
	'purchases.left': '完了しました。このサーバーのロールを外しています。ほかのサーバーでは何も変わりません。',
	'purchases.unlinkNotAllowed':
		'このサーバーでは、メンバーが自分で連携を解除できません。譲りたい場合はスタッフに聞いてください。',
	'purchases.unlinkLocked': 'スタッフがこの購入をロックしています。スタッフに聞いてください。',
	'purchases.unlinkGone': 'この購入はもうあなたのものではありません。',
	'purchases.notHere': 'この購入は、このサーバーではもう認証されていません。',
	'purchases.unlinkLimited': '24時間に3件の購入を連携解除しました。次に可能になるのは：{when}',
	'purchases.audit': '🔓 <@{userId}> が **{item}** の連携を解除し、ロールがなくなります',
	'purchases.auditLeft': '🔓 <@{userId}> がこのサーバーで **{item}** の連携を解除し、そのロールは外されます',
} satisfies Record<keyof typeof english, string>;
