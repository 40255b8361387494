module guiche/test/custody/vault

go 1.26

// The SDK of a release is not published under its version: these three belong together.
require (
	github.com/hashicorp/vault v1.13.1
	github.com/hashicorp/vault/api v1.9.0
	github.com/hashicorp/vault/sdk v0.8.1
)
