package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

var unixSeconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// isGenuine tells whether a webhook is genuine. rawBody is the bytes as they arrived, before any JSON parser;
// secret is the whole whsec_... string; now is in Unix seconds.
func isGenuine(rawBody []byte, header, secret string, now int64) bool {
	t := ""
	var digests []string
	for _, part := range strings.Split(header, ",") {
		part = strings.TrimSpace(part)
		switch {
		case strings.HasPrefix(part, "t="):
			t = strings.TrimPrefix(part, "t=")
		case strings.HasPrefix(part, "v1="):
			// Two v1 parts come while a secret is being rotated: one that fits is enough.
			digests = append(digests, strings.TrimPrefix(part, "v1="))
		}
	}
	if !unixSeconds.MatchString(t) {
		return false
	}
	sent, err := strconv.ParseInt(t, 10, 64)
	if err != nil || now-sent > toleranceSeconds || sent-now > toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	for _, digest := range digests {
		given, err := hex.DecodeString(digest)
		if err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

// go run verify_webhook.go <Service-Signature> [now] < body, with the secret in WEBHOOK_SECRET
func main() {
	rawBody, err := io.ReadAll(os.Stdin)
	if err != nil || len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "give the header as the first argument and the body on stdin")
		os.Exit(2)
	}
	now := time.Now().Unix()
	if len(os.Args) > 2 {
		if now, err = strconv.ParseInt(os.Args[2], 10, 64); err != nil {
			fmt.Fprintln(os.Stderr, "now must be Unix seconds")
			os.Exit(2)
		}
	}
	if !isGenuine(rawBody, os.Args[1], os.Getenv("WEBHOOK_SECRET"), now) {
		fmt.Println("refused")
		os.Exit(1)
	}
	fmt.Println("genuine")
}
