-- compatible: yes
-- step: concurrent
-- An address has any number of open sign-ups: a stranger's later one does not end its owner's.
DROP INDEX CONCURRENTLY IF EXISTS dashboard.mailed_link_sign_up;
