-- compatible: yes
-- Notices about an account outlive its connection, and one to a contact address belongs to no user. A worker of the version before
-- composes none of the new kinds, and leaves them to the next attempt.
ALTER TABLE dashboard.mailed_link DROP CONSTRAINT mailed_link_subject;
ALTER TABLE dashboard.mailed_link ADD CONSTRAINT mailed_link_subject CHECK (
  CASE purpose WHEN 'INVITATION' THEN team_id IS NOT NULL AND role IS NOT NULL AND user_id IS NULL
    WHEN 'SIGN_UP' THEN user_id IS NULL AND team_id IS NULL AND role IS NULL AND facts IS NOT NULL
    WHEN 'SECURITY' THEN team_id IS NULL AND role IS NULL AND facts IS NOT NULL
    ELSE user_id IS NOT NULL AND team_id IS NULL AND role IS NULL END) NOT VALID;

-- Notices that were queued before are not queued again.
INSERT INTO dashboard.mailed_link (id, purpose, email, user_id, created_at, expires_at, mail_state, facts)
  SELECT 'ml_' || entry || '_' || COALESCE(user_id, 'contact'), 'SECURITY', email, user_id, created_at, created_at, 'NONE', '{}'
  FROM (
    SELECT object_id, recipient, user_id, created_at FROM dashboard.mail WHERE kind = 'security'
    UNION ALL SELECT facts->>'entry', email, user_id, created_at FROM dashboard.mailed_link WHERE facts ? 'entry'
  ) AS queued (entry, email, user_id, created_at)
  WHERE created_at > now() - interval '3 days' AND (user_id IS NULL OR EXISTS (SELECT FROM dashboard."user" u WHERE u.id = user_id))
  ON CONFLICT DO NOTHING;
