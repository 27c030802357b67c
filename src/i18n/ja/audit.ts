import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}> が {purchase} を認証しました',
	'audit.returned': '🔁 <@{userId}> が {purchase} で戻ってきました',
	'audit.verifiedMany': '✅ {count, plural, other {# 件}}の購入を認証：{items}',
	'audit.purchase': '**{item}**（{licence}）',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}> は認証されませんでした：{reason} · 参照番号 `{reference}`',
	'audit.refused.invalid': 'マーケットプレイスがコードを認識しません',
	'audit.refused.taken': 'コードは別のメンバーのものです',
	'audit.refused.uncheckable': 'マーケットプレイスに問い合わせできませんでした',
	'audit.refusedMany': '⛔ 拒否：{count, number} 件',
	'audit.limit.member': '🛑 <@{userId}> は間違ったコードを送りすぎたため、待つ必要があります',
	'audit.limit.guild':
		'🛑 このサーバーで間違ったコードが多すぎます。最後は <@{userId}> です。間違ったコードを送信した人は数分間待つ必要があります',
	'audit.limit.lookup':
		'🛑 <@{userId}> が、ここで誰も認証していないコードを多数検索しました。しばらく待つ必要があります',
	'audit.rolesBlocked':
		'⚠️ ロールを付与できません：{trouble} 購入は記録されており、ロールは後で自動的に付与されます。',
	'audit.revoked': '↩️ <@{userId}> の **{item}** の購入は無効になり、そのロールは外されます',
	'audit.reinstated': '✅ <@{userId}> の **{item}** の購入は再び有効になり、そのロールが戻ります',
	'audit.renewed': '✅ <@{userId}> が **{item}** のサポートを更新しました',
	'audit.endedHere':
		'🔓 <@{userId}> の **{item}** の購入はこのサーバーでは無効になり、そのロールは外されます',
	'audit.revokingStopped':
		'⚠️ 本日、{limit} 件を超える購入が無効になりました。障害かキーの変更と思われるため、本日はこれ以上取り消しません。マーケットプレイスを確認してください。',
	'audit.setup': '⚙️ <@{userId}> が設定を変更しました：{change}',
	'audit.setup.buyerRole': '購入者ロールは <@&{roleId}> になりました',
	'audit.setup.supportedRole': 'サポート対象ロールは <@&{roleId}> になりました',
	'audit.setup.noSupportedRole': 'サポート対象ロールはなくなりました',
	'audit.setup.auditChannel': '監査チャンネルは <#{channelId}> になりました',
	'audit.setup.noAuditChannel': '監査チャンネルはなくなりました',
	'audit.setup.rule':
		'{kind, select, item {商品} category {カテゴリー} other {ライセンス種別}} **{subject}** の購入者に <@&{roleId}> が付与されます',
	'audit.setup.noRule':
		'{kind, select, item {商品} category {カテゴリー} other {ライセンス種別}} **{subject}** のロールはなくなりました',
	'audit.badKey':
		'⚠️ マーケットプレイスがAPIキーを作者のものとして受け付けません。MARKETPLACE_API_KEY を直してボットを再起動するまで、誰も認証できません。',
	'audit.answeredElsewhere':
		'⚠️ このトークンで別のボットも応答しています。2つ目を起動していないなら、誰かがトークンを持っています。アプリケーションのBotページで新しいトークンを作ってください。',
	'audit.emptyStore':
		'⚠️ コマンドは登録済みですが、データベースが空です。初回の起動なら問題ありません。以前から使っていた場合は、止めてDATABASE_URLを確認してください。すべてのコードが新しいものとして扱われます。',
	'audit.otherAccount':
		'⚠️ API キーがマーケットプレイスの別のアカウントのものになっています： **{seen}** （以前は **{known}** ）。ボットの運用者が `npm run claims -- confirm-account` で新しいアカウントを確認するか、正しい `MARKETPLACE_API_KEY` を設定するまで、コードの確認も無効化も行いません。',
	'audit.clockOff':
		'⚠️ ボットが動いているマシンの時計が {minutes, plural, other {# 分}} ずれています。正しくなるまで、無効化も、確保中の利用枠の開放も行いません。そのマシンの時刻を同期してください。',
	'audit.theRole': 'このロール',
	'audit.trouble.missing-permission': '{role} のために **ロールの管理** 権限が必要です。',
	'audit.trouble.role-too-high':
		'{role} は私のロールより上にあります。サーバー設定 → ロール で、私のロールをその上にドラッグしてください。',
	'audit.trouble.no-buyer-role': '購入者ロールが設定されていません。設定してください。',
	'audit.trouble.role-missing':
		'ロール `{roleId}` はこのサーバーに存在しません。別のロールを設定してください。',
	'audit.trouble.role-not-assignable':
		'{role} は連携サービスのもので、誰も付与できません。別のロールを設定してください。',
	'audit.trouble.refused':
		'Discord が理由を示さずに拒否しています：{role}。ボットと Discord の間にプロキシがある場合は確認してください。',
	'audit.trouble.guild-gone': '私はもうサーバーにいません。もう一度招待してください。',
} satisfies Record<keyof typeof english, string>;
