-- compatible: yes
-- Mails to a user without a link of their own: a notice about the user's security, and the response to a sign-up with a known
-- address. A sign-up belongs to an address alone until its link is used. A worker of the version before fails to write them, and
-- leaves them to the next attempt.
ALTER TABLE dashboard.mailed_link ADD COLUMN facts jsonb;
ALTER TABLE dashboard.mailed_link DROP CONSTRAINT mailed_link_purpose;
ALTER TABLE dashboard.mailed_link ADD CONSTRAINT mailed_link_purpose
  CHECK (purpose IN ('VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION', 'SIGN_UP', 'HAS_ACCOUNT', 'SECURITY')) NOT VALID;
ALTER TABLE dashboard.mailed_link DROP CONSTRAINT mailed_link_subject;
ALTER TABLE dashboard.mailed_link ADD CONSTRAINT mailed_link_subject CHECK (
  CASE purpose WHEN 'INVITATION' THEN team_id IS NOT NULL AND role IS NOT NULL AND user_id IS NULL
    WHEN 'SIGN_UP' THEN user_id IS NULL AND team_id IS NULL AND role IS NULL AND facts IS NOT NULL
    ELSE user_id IS NOT NULL AND team_id IS NULL AND role IS NULL END) NOT VALID;

-- step: concurrent
-- One open sign-up of an address.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS mailed_link_sign_up ON dashboard.mailed_link (email)
  WHERE purpose = 'SIGN_UP' AND used_at IS NULL AND revoked_at IS NULL;
